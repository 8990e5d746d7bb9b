import '../mantine-more.css'
