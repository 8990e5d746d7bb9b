/** "3 d 4 h", "2 h 5 min", "40 min". */
export const duration = (n: number): string => {
  const rounded = Math.round(n)
  const [days, hours, rest] = [Math.floor(rounded / 1440), Math.floor((rounded % 1440) / 60), rounded % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}
