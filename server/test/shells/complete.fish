# Prints what fish offers for each line: complete.fish <completion script> <line> ...
source $argv[1]
for line in $argv[2..-1]
    complete -C $line | string replace -r '\t.*' '' | string join ' '
    or true # one word alone is nothing to join
end
