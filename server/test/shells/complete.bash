# Prints what bash offers for each line: complete.bash <completion script> <line> ...
source "$1"
shift
for line; do
  COMP_WORDS=(${line//=/ = }) # as readline splits it
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _mainstay
  echo "${COMPREPLY[*]}"
done
