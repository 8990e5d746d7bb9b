/** An answer to one of our emails as a mail program sends it, and what of it is a note. */
interface EmailReply {
  name: string
  text: string
  isHtml?: true
  reply: string
}

const change = 'Ada changed INC0000001: state new to in progress.'
const quoted = `> ${change}\n>\n> https://desk.test/incidents/INC0000001`
const marker = '--- Write your reply above this line ---'
const desk = 'Mainstay <desk@example.com>'

/** The same reply above what the program adds. */
const above = (name: string, quotation: string, reply = 'It works now.'): EmailReply => ({
  name,
  text: `${reply}\n\n${quotation}`,
  reply,
})

/** All of it was written by hand. */
const kept = (name: string, text: string): EmailReply => ({ name, text, reply: text })

export const emailReplies: EmailReply[] = [
  above('Gmail, English', `On Thu, Nov 19, 2026 at 10:12 AM ${desk} wrote:\n\n${quoted}\n>`),
  above(
    'Gmail, English, wrapped',
    `On Thu, Nov 19, 2026 at 10:12 AM Mainstay Incident Management of Example <\ndesk@example.com> wrote:\n\n${quoted}`,
  ),
  above('Gmail, German', `Am Do., 19. Nov. 2026 um 10:12 Uhr schrieb ${desk}:\n\n${quoted}`),
  above('Gmail, French', `Le jeu. 19 nov. 2026 à 10:12, ${desk} a écrit :\n\n${quoted}`),
  above(
    'Gmail, Spanish',
    `El jue, 19 nov 2026 a las 10:12, Mainstay (<desk@example.com>) escribió:\n\n${quoted}`,
  ),
  above(
    'Gmail, Italian, wrapped',
    `Il giorno gio 19 nov 2026 alle ore 10:12 ${desk} ha\nscritto:\n\n${quoted}`,
  ),
  above('Gmail, Dutch', `Op do 19 nov 2026 om 10:12 schreef ${desk}:\n\n${quoted}`),
  above('Gmail, Portuguese', `Em qui., 19 de nov. de 2026 às 10:12, ${desk} escreveu:\n\n${quoted}`),
  above('Gmail, Russian', `чт, 19 нояб. 2026 г. в 10:12, ${desk}:\n\n${quoted}`),
  above('Gmail, Japanese', `2026年11月19日(木) 10:12 ${desk}:\n\n${quoted}`),
  above('Gmail, Polish', `czw., 19 lis 2026 o 10:12 ${desk} napisał(a):\n\n${quoted}`),
  above('Gmail, Swedish', `Den tors 19 nov. 2026 kl 10:12 skrev ${desk}:\n\n${quoted}`),
  above(
    'Gmail, Finnish',
    `to 19. marrask. 2026 klo 10.12 Mainstay (desk@example.com) kirjoitti:\n\n${quoted}`,
  ),
  above('Gmail, Chinese', `${desk} 于2026年11月19日周四 10:12写道：\n\n${quoted}`),
  above('Gmail, Czech', `čt 19. 11. 2026 v 10:12 odesílatel ${desk}\nnapsal:\n\n${quoted}`),
  above(
    'Apple Mail on a phone',
    `> On 19 Nov 2026, at 10:12, ${desk} wrote:\n> \n${quoted}`,
    'Rebooted.\n\nSent from my iPhone',
  ),
  above('Apple Mail, German', `> Am 19.11.2026 um 10:12 schrieb ${desk}:\n> \n${quoted}`),
  above(
    'Apple Mail, with our line',
    `> On 19 Nov 2026, at 10:12, ${desk} wrote:\n> \n> ${marker}\n> \n${quoted}`,
  ),
  above('Thunderbird, English', `On 11/19/26 10:12, Mainstay wrote:\n${quoted}`),
  above(
    'Thunderbird, German, with our line',
    `Am 19.11.26 um 10:12 schrieb Mainstay:\n> ${marker}\n>\n${quoted}`,
  ),
  above('Thunderbird, French', `Le 19/11/2026 à 10:12, Mainstay a écrit :\n${quoted}`),
  above('KMail, German', `Am Donnerstag, 19. November 2026, 10:12:00 CET schrieb Mainstay:\n${quoted}`),
  above(
    'Yahoo, which does not mark the lines',
    `    On Thursday, November 19, 2026 at 10:12:00 AM GMT+1, ${desk} wrote:  \n \n  ${change}\n\nhttps://desk.test/`,
  ),
  above(
    'Proton Mail',
    `------- Original Message -------\nOn Thursday, November 19th, 2026 at 10:12 AM, ${desk} wrote:\n\n\n${quoted}`,
  ),
  above(
    'Outlook, English',
    `________________________________\nFrom: ${desk}\nSent: Thursday, November 19, 2026 10:12 AM\nTo: Ben Okri <ben@example.com>\nSubject: INC0000001: VPN is down\n\n${change}`,
    'Fixed.\n\nBen',
  ),
  above(
    'Outlook, German, original message',
    `-----Ursprüngliche Nachricht-----\nVon: ${desk} \nGesendet: Donnerstag, 19. November 2026 10:12\nAn: Ben Okri <ben@example.com>\nBetreff: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, German, no line',
    `Von: ${desk}\nGesendet: Donnerstag, 19. November 2026 10:12\nAn: Ben Okri <ben@example.com>\nCc: Ada <ada@example.com>; Eve\n<eve@example.com>\nBetreff: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, French',
    `De : ${desk}\nEnvoyé : jeudi 19 novembre 2026 10:12\nÀ : Ben Okri\nObjet : INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Spanish',
    `-----Mensaje original-----\nDe: ${desk}\nEnviado el: jueves, 19 de noviembre de 2026 10:12\nPara: Ben\nAsunto: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Italian',
    `Da: ${desk}\nInviato: giovedì 19 novembre 2026 10:12\nA: Ben Okri\nOggetto: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Dutch',
    `Van: ${desk}\nVerzonden: donderdag 19 november 2026 10:12\nAan: Ben Okri\nOnderwerp: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Swedish',
    `Från: ${desk}\nSkickat: den 19 november 2026 10:12\nTill: Ben Okri\nÄmne: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Russian',
    `От: ${desk}\nОтправлено: 19 ноября 2026 г. 10:12\nКому: Ben\nТема: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Japanese',
    `差出人: ${desk}\n送信日時: 2026年11月19日 10:12\n宛先: Ben\n件名: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Chinese',
    `发件人: ${desk}\n发送时间: 2026年11月19日 10:12\n收件人: Ben\n主题: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook, Polish',
    `Od: ${desk}\nWysłano: czwartek, 19 listopada 2026 10:12\nDo: Ben Okri\nTemat: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Outlook on a phone',
    `________________________________\nFrom: ${desk}\nSent: Thursday, November 19, 2026 10:12:00 AM\nTo: Ben\nSubject: INC0000001: VPN\n\n${marker}\n\n${change}`,
    'On it.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>',
  ),
  above(
    'Outlook, bold headers',
    `*From:* ${desk}\n*Sent:* Thursday, November 19, 2026 10:12 AM\n*To:* Ben\n*Subject:* INC0000001: VPN\n\n${change}`,
  ),
  above(
    'GMX',
    `Gesendet: Donnerstag, 19. November 2026 um 10:12 Uhr\nVon: "Mainstay" <desk@example.com>\nAn: ben@example.com\nBetreff: INC0000001: VPN\n\n${change}`,
  ),
  above(
    'Notes',
    `From:\t${desk}\nTo:\tBen Okri/Example@Example\nDate:\t19.11.2026 10:12\nSubject:\tINC0000001: VPN\n\n\n${change}`,
  ),
  above(
    'a thread',
    `On Thu, Nov 19, 2026 at 10:12 AM Ada <ada@example.com> wrote:\n\n> Mine too.\n>\n> On Wed, Nov 18, 2026 at 9:00 AM ${desk} wrote:\n>\n>> ${change}`,
    'Me too.',
  ),
  above(
    'a signature above the quotation',
    `-- \nBen Okri\nExample Ltd\n\nOn 11/19/26 10:12, Mainstay wrote:\n${quoted}`,
  ),
  above('a signature below the quotation', `On 11/19/26 10:12, Mainstay wrote:\n${quoted}\n\n-- \nBen Okri`),
  above(
    'lines like headers above the headers of Outlook',
    `________________________________\nFrom: ${desk}\nSent: Thursday\nTo: Ben\nSubject: INC0000001: VPN\n\n${marker}\n\n${change}`,
    'It failed again:\n\nError: disk full\nSerial: 4711',
  ),
  above(
    'lines like headers above a quotation',
    `Am 19.11.26 um 10:12 schrieb Mainstay:\n> ${marker}\n${quoted}`,
    'Status: kaputt\nOrt: Halle 2',
  ),
  above(
    'lines that end with a colon above a quotation',
    `On 11/19/26 10:12, Mainstay wrote:\n${quoted}`,
    'I need:\nPaper:',
  ),
  {
    name: 'Gmail, HTML',
    isHtml: true,
    text: `<div dir="ltr">It works now.</div><br><div class="gmail_quote"><div class="gmail_attr">On Thu, Nov 19, 2026 at 10:12 AM Mainstay &lt;<a href="mailto:desk@example.com">desk@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote">${change}<br>https://desk.test/</blockquote></div>`,
    reply: 'It works now.',
  },
  {
    name: 'Outlook, HTML',
    isHtml: true,
    text: `<p>Done.</p><hr><div id="divRplyFwdMsg"><b>From:</b> Mainstay &lt;desk@example.com&gt;<br><b>Sent:</b> Thursday, November 19, 2026 10:12 AM<br><b>To:</b> Ben<br><b>Subject:</b> INC0000001: VPN<div>&nbsp;</div></div><div>${change}</div>`,
    reply: 'Done.',
  },
  kept('lines like headers and no quotation', 'Here it is.\n\nSerial: 4711\nError: disk full\nOrt: Halle 2'),
  kept('a journey', 'I need a laptop.\n\nFrom: Berlin\nTo: Hamburg\nDate: 3 May 2027'),
  kept(
    'answers between the lines',
    `Am 19.11.26 um 10:12 schrieb Mainstay:\n> Which host?\npg-erp\n> Since when?\nNoon`,
  ),
  kept(
    'answers between the lines, with our line',
    `On 11/19/26 10:12, Mainstay wrote:\n> ${marker}\n> Which host?\n\npg-erp\n\n> Since when?\n\nNoon`,
  ),
  kept(
    'an answer below',
    `On Thu, Nov 19, 2026 at 10:12 AM ${desk} wrote:\n\n> Is it still broken?\n\nYes, it is.`,
  ),
  kept(
    'an answer below our line',
    `On 11/19/26 10:12, Mainstay wrote:\n> ${marker}\n${quoted}\n\nYes, it is.`,
  ),
  kept('a log in quotation marks', 'I ran it, and at 10:12 it printed:\n\n> error 5\n> disk full'),
  kept('a difference', 'The files differ:\n\n< port 80\n> port 8080'),
  kept(
    'a message of somebody else',
    'Is this real?\n\nFrom: The bank <x@evil.test>\nSent: Monday\nTo: Ben\nSubject: You won\n\nClick here',
  ),
  kept('what somebody said', 'Ada schrieb gestern: bitte neu starten.\nDas habe ich getan:\nalles gut.'),
]
