"""Other names, times and numbers in the place of those that the authors of the pairs used, so that any name is copied."""

import random
import re

from composed_questions import Names


def split_names(text):
    return [name.strip() for name in " ".join(text.split()).split("|")]


first = """
    tom sofia samuel ruben priya peter olivia nadia maria marco lukas lena karim jonas joana ingrid helena fatima
    erik daniel chen carla ben anna aisha bob grace dave wang yuki omar zoe ines raj kofi lars mia noor pablo
    quinn rosa sven tara uma viktor wei xenia yusuf hugo dmitri elsa
""".split()
last = """
    bauer marques adeyemi costa nair olsen grant petrova okafor rossi novak fischer haddad lind pires moe brandt
    zahra halvorsen kim wei esposito whitfield keller rahman miller ito tanaka ali garcia silva nowak jensen cohen
    singh dubois moreau ricci weber schmidt larsen virtanen
""".split()
groups = split_names("""
    Database Administration | ERP Applications | HR and Payroll Systems | Identity and Access |
    Messaging and Collaboration | Network Operations | Plant IT | Platform Engineering | Security Operations |
    Server and Storage | Service Desk | Workplace Engineering | Field Support | Cloud Infrastructure |
    Web Applications | Telecom
""")
more_groups = split_names("""
    Desktop Support | Data Centre Operations | Application Support | Unix Engineering | Retail Systems |
    Warehouse IT | Print Services | Backup and Recovery | DevOps | Middleware | SAP Basis | Voice and Video |
    Mainframe | Integration | Site Reliability | Facilities
""")
categories = """
    access backup database hardware identity mail network plant platform printing security software storage telephony
    workplace
""".split()
more_categories = categories + """
    facilities finance video wireless licensing monitoring cloud desktop mobile hr payroll integration
""".split()
systems = split_names("""
    PRN-LHV-1F | Hand-held scanners | Customer portal | HR portal | Payday payroll | Label service |
    Linewise MES | Stockroom WMS | Northbook ERP | File shares | Company mail | Company Wi-Fi | Single sign-on |
    pg-wms | pg-portal | pg-payroll | pg-erp | k8s-prod-n3 | k8s-prod | pbx-lhv-01 | print-pvl-01 | bkp-lhv-01 |
    fs-lhv-01 | mail-02 | mail-01 | erp-app-01 | mq-lhv-01 | db-pvl-01 | dc-grm-01 | hv-lhv-01 | san-lhv-01 |
    lb-lhv-01 | wlc-lhv-01 | vpn-gw-01 | fw-lhv-01 | sw-core-pvl | db01 | web-03
""")
times = split_names("""
    last week | this week | yesterday | today | last month | this month | this year | last year | since Monday |
    since yesterday | this morning | last night | on Friday | last Friday | this quarter | last quarter |
    in the last 24 hours | in the past week | in the last 7 days | in the last 30 days | since March |
    in October | in 2024 | over the weekend | last weekend | in the past two weeks | since the 1st |
    before 1 February
""")
syllables = """
    ko va cs zol tan mi re ha ru lu ber gan dho shi ma ta ne vic tor el sa bri ab du lah nguy en tra n'gol o'b ri
    jo hn son sz abo lin qv ist ye va chi mu ra ka zu bo ris
""".split()


def new_name(name):
    """Half of the names are made up, so that any is copied."""
    made_up = lambda: "".join(random.choices(syllables, k=random.randint(2, 3)))
    one = random.choice(first) if random.random() < 0.5 else made_up()
    return f"{one} {random.choice(last) if random.random() < 0.5 else made_up()}" if " " in name else one


def new_system(_):
    if random.random() < 0.4:
        return random.choice(systems)
    kinds = "db web app srv fs mail sw fw rtr k8s pg sql vm esx nas prn ap lb mq ci".split()
    sites = "ber muc lon nyc syd ams par osl core prod test dmz hq".split()
    return "-".join(random.sample(kinds, 1) + random.sample(sites, random.randint(0, 1)) + [f"{random.randint(1, 30):02d}"])


people = [name.lower() for name in split_names("""
    Tom Bauer | Sofia Marques | Samuel Adeyemi | Ruben Costa | Priya Nair | Peter Olsen | Olivia Grant | Nadia Petrova |
    Maria Okafor | Marco Rossi | Lukas Novak | Lena Fischer | Karim Haddad | Jonas Lind | Joana Pires | Ingrid Moe |
    Helena Brandt | Fatima Zahra | Erik Halvorsen | Daniel Kim | Chen Wei | Carla Esposito | Ben Whitfield | Anna Keller |
    Aisha Rahman | Grace Miller | Dave Ito
""")]
names = [(people, new_name), ([each.split()[0] for each in people], new_name),
         (groups, lambda _: random.choice(groups + more_groups)), (systems, new_system),
         (categories, lambda _: random.choice(more_categories)), (times, lambda _: random.choice(times))]


def found_in(name, text):
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.I)


def renamed(question, plain):
    """The same with other names, times and numbers, where both sentences have them."""
    for known, other in names:
        if random.random() < 0.5:
            continue
        for name in known:
            if found_in(name, question) and found_in(name, plain):
                to = other(name)
                if random.random() < 0.5:
                    to = to.title() if known is people else to
                put = lambda text: re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", lambda _: to, text, flags=re.I)
                question, plain = put(question), put(plain)
                break
    if random.random() < 0.4:
        priorities = dict(zip("1234", random.sample("1234", 4)))
        both = {m.lower() for m in re.findall(r"\bp([1-4])", question, re.I)}
        if both and {m for m in re.findall(r"\bp([1-4])", plain, re.I)} <= both:
            put = lambda text: re.sub(r"\b(p)([1-4])", lambda m: m[1] + priorities[m[2]], text, flags=re.I)
            question, plain = put(question), put(plain)
    if random.random() < 0.5:
        for number in set(re.findall(r"(?<![\w-])\d{1,3}(?![\w-])", question)) & set(re.findall(r"(?<![\w-])\d{1,3}(?![\w-])", plain)):
            to = str(random.randint(2, 60))
            put = lambda text: re.sub(rf"(?<![\w-]){number}(?![\w-])", to, text)
            question, plain = put(question), put(plain)
    return question, plain


def new_names():
    """Where composed questions take their names from."""
    person = lambda: new_name("two words" if random.random() < 0.5 else "one")
    return Names(
        person=lambda: person().title() if random.random() < 0.7 else person(),
        group=lambda: random.choice(groups + more_groups),
        category=lambda: random.choice(more_categories),
        system=lambda: new_system(""),
        categories=more_categories,
    )
