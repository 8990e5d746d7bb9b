# Prints what zsh makes of each line: complete.zsh <completion script> <line> ...
# It completes only at a prompt, so this types at a terminal: Tab, then a key that prints the line.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT= TERM=dumb; autoload -Uz compinit && compinit -u -D; source ${(q)1}
report() { print -r -- \"LINE<\$BUFFER>\"; BUFFER=; zle accept-line }
zle -N report; bindkey '^X^X' report; bindkey '^I' complete-word; print READ''Y"
while zpty -r shell out; do [[ $out == *READY* ]] && break; done
shift
for line; do
  zpty -w -n shell $line$'\t\C-x\C-x'
  while zpty -r shell out; do [[ $out == *LINE\<*\>* ]] && break; done
  completed=${${out##*LINE<}%%>*}
  print -r -- ${${(s: :)completed}[-1]}
done
zpty -d shell
