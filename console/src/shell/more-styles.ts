import '../mantine-more.css'
import '../high-contrast.css'
import '../print.css'
