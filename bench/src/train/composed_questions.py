"""Questions composed at random from what their parts can be called, each with the same in plain words.

The written pairs show how people ask; these show that parts can be combined: several conditions, in any order, each of
which may be excluded."""

import random

pick = random.choice


def one_of(text):
    return pick([each.strip() for each in text.split("|")])


def maybe(chance):
    return random.random() < chance


incident_words = "incidents|tickets|issues|cases|calls|problems|alerts|INCs|incident tickets"
people_verbs = "assigned to {}|{} is working on|{} has|{} is on|with {}|of {}|{} owns|on {}'s plate|in {}'s queue|handled by {}|sitting with {}|belonging to {}|{} is dealing with|that {} holds"
opener_verbs = "opened by {}|{} reported|reported by {}|logged by {}|{} logged|raised by {}|{} raised|from {}|{} called in|submitted by {}|that came from {}"
group_verbs = "of the {} team|in {}|for {}|of {}|{} has|with {}|in the {} queue|assigned to {}|owned by {}|{} is sitting on|handled by {}|on {}'s desk"
excluded = "not {}|except {}|excluding {}|other than {}|apart from {}|leaving aside {}|without {}|but not {}|minus {}|ignore {}|skip {}|{} aside|leaving out {}|anything but {}|bar {}|never mind {}|forget {}|{} excluded"
created = "created {}|opened {}|that came in {}|raised {}|logged {}|reported {}|from {}|{}|we got {}|received {}|arriving {}|that arrived {}|which came in {}|registered {}"
resolved = "resolved {}|fixed {}|solved {}|sorted out {}|that we solved {}|dealt with {}|wrapped up {}|done {}|that got resolved {}|finished {}"
closed = "closed {}|shut {}|that were closed {}|closed out {}|put to bed {}"
updated = "updated {}|touched {}|with activity {}|that moved {}|changed {}|worked on {}"
stale = "not updated {0}|untouched {0}|nobody touched {0}|no update {0}|without an update {0}|with no activity {0}|quiet {0}|gathering dust {0}|no one has looked at {0}|that haven't moved {0}|silent {0}|not touched {0}"
breaching = "breaching {}|due {}|that breach {}|running out of SLA {}|whose SLA runs out {}|hitting their deadline {}|about to breach {}|with a deadline {}"
past = "yesterday|today|last week|this week|last month|this month|this year|last year|since Monday|since yesterday|this morning|last night|on Friday|last Friday|this quarter|last quarter|in the last 24 hours|in the past week|in the last 7 days|over the last 30 days|since March|in October|in 2024|over the weekend|last weekend|in the past two weeks|since the 1st|before 1 February|in January|since 9am|in the last hour|before noon|in Q1|on Tuesday|overnight|in the past 90 days|in the last 3 months|before Monday|until Friday|between Monday and Wednesday|from 3 March to 7 March"
ahead = "today|tomorrow|this week|this afternoon|before 5pm|in the next 4 hours|in the next 24 hours|tonight|before noon|by Friday|next week"
lengths = "3 days|5 days|a week|two weeks|10 days|a month|30 days|4 hours|a day|48 hours|2 weeks|three days|a fortnight|six hours|7 days"
for_lengths = "for {0}|in {0}|for more than {0}|in the last {0}|for over {0}|in over {0}|for at least {0}"
older = "older than {}|that are more than {} old|over {} old|open for more than {}|open longer than {}|sitting there for over {}|hanging around for over {}|waiting longer than {}|that have been open for more than {}|more than {} old"
longer = "that took longer than {}|taking more than {}|that took more than {} to resolve|not fixed within {}|which needed over {}|slower than {}"
within = "resolved within {}|fixed inside {}|solved in under {}|sorted in less than {}|done within {}|resolved in under {}|fixed within {}"
ask_list = "|||show me|list|give me|which|what|any|do we have|are there any|I need|pull up|can I see|let me see|find|what are the|get me|i want to see|could you list|need a list of|anything|who has|all"
ask_count = "how many|number of|count of|count|how many do we have:|total|what's the number of|no. of|tell me how many|headcount of"
grouped = {
    "group": "per team|by group|by team|broken down by team|for each team|which team has the most|team by team|split by group|which teams have them|across the teams|ranking of teams by",
    "assignee": "per person|by assignee|per engineer|who has the most|for each agent|split by person|who's got the most|by owner|and who has them|person by person|per head",
    "category": "by category|per category|split by category|which category has the most|top categories of|by topic|categories of|broken down by category|what kind of",
    "priority": "by priority|per priority|broken down by priority|by severity|for each priority|priority split of",
    "state": "by state|per status|by status|what state are they in|broken down by state",
    "day": "per day|by day|daily|day by day|daily trend of|for each day",
    "week": "per week|weekly|by week|week by week|weekly trend of|for each week",
    "month": "per month|monthly|by month|month by month|monthly trend of|month over month",
    "weekday": "per weekday|by day of the week|which weekday has the most|by weekday|busiest weekday for|what day of the week has most",
    "hour": "per hour|by hour of day|which hour has the most|by time of day|what time of day has most|busiest hour for|hourly",
    "requester": "per requester|by caller|who reports the most|by reporter|top callers of|who opens the most|who raises most|by who logged them",
    "ci": "per system|by CI|which system has the most|per configuration item|which machines have the most|worst systems by|by server|top systems for",
}
measures = {
    "average time to resolve": "average time to resolve|mean time to resolve|MTTR of|how long does it take to fix|average resolution time of|how fast do we resolve|how quickly do we fix|typical fix time of|how long do we need for|avg time to fix|how long do we take on|usual handling time of",
    "median time to resolve": "median time to resolve|median resolution time of|median fix time of|median time to fix",
    "average age of open": "average age of open|how old on average are the open|mean age of open|how old is our backlog of|avg age of unresolved|typical age of open",
}
words = "printer|outlook|vpn|badge reader|disk full|certificate|slow login|scanner|password|toner|blue screen|wifi|docking station|teams|headset|freezer|label|timeout|sync|monitor|sap|certificate expired|hall 2|laptop battery|shared mailbox|error 13|paper jam|phishing|spam|mfa|licence|citrix|router|keyboard|camera|roaming|onedrive|sharepoint|intranet|payroll run|barcode|server room|firewall|tablet|screen|dns|order sync|export"
about = "about {}|mentioning {}|with {} in the text|regarding {}|on {}|containing {}|that mention {}|to do with {}|involving {}|{} related"


class Names:
    """A function for each kind of name, and all categories."""

    def __init__(self, person, group, category, system, categories):
        self.person, self.group, self.category, self.system = person, group, category, system
        self.categories = categories


def conditions_of(names):
    """Each: how it is said, in plain words, and where it stands: before the noun or after it."""
    person, group, time = names.person(), names.group(), one_of(past)
    priority = f"P{random.randint(1, 4)}"
    other = f"P{random.randint(1, 4)}"
    length = one_of(lengths)
    text = one_of(words)
    category, second = names.category(), names.category()
    system = names.system()
    said = lambda forms, *values: one_of(forms).format(*values)
    plural = lambda p: pick([p, p + "s", p.lower(), p.lower() + "s"])
    choices = [
        ("priority", pick([priority, priority, priority.lower(), f"priority {priority[1]}", f"prio {priority[1]}"]), priority, "before"),
        ("priority", f"{priority} {pick(['and', 'or', 'or', '/'])} {other}", f"{priority} or {other}", "before") if other != priority else None,
        ("priority", said(excluded, plural(priority)), f"not {priority}", "after"),
        ("priority", said(excluded, f"{plural(priority)} {pick(['and', 'or'])} {plural(other)}"), f"not {priority} or {other}", "after") if other != priority else None,
        ("category", category, category, "before"),
        ("category", pick(["in category {}", "in the {} category", "category {}", "about the {} category"]).format(category), category, "after"),
        ("category", said(excluded, pick(["{}", "{} stuff", "the {} ones", "category {}", "the {} category"]).format(category)), f"not in category {category}", "after"),
        ("person", said(people_verbs, person), f"assigned to {person}", "after"),
        ("person", said(excluded, pick(["{}", "{}'s", "what {} has", "those of {}", "{}'s own"]).format(person)), f"not assigned to {person}", "after"),
        ("person", one_of("unassigned|nobody has picked up|without an owner|nobody owns|unowned|not assigned|no one is on|up for grabs|with no assignee|nobody is working on|not picked up|with nobody on them|that nobody took"), "unassigned", "after"),
        ("person", one_of("assigned to me|of mine|on my plate|I'm working on|in my queue|with my name on"), "my", "after"),
        ("opener", said(opener_verbs, person), f"opened by {person}", "after"),
        ("opener", one_of("not opened by {0}|not from {0}|{0} did not report|not logged by {0}|that {0} didn't raise|excluding what {0} reported|leaving out those of reporter {0}").format(person), f"not opened by {person}", "after"),
        ("group", said(group_verbs, group), f"of the {group} team", "after"),
        ("group", said(excluded, pick(["{}", "the {} team", "what {} has", "{}'s"]).format(group)), f"not of the {group} team", "after"),
        ("group", one_of("of my team|in our queue|of our team|my team has|on our plate|that we have in the team"), "of my team", "after"),
        ("text", said(about, text), f'about "{text}"', "after"),
        ("text", text, f'about "{text}"', "before"),
        ("system", one_of("on {}|affecting {}|against {}|for {}|hitting {}|to do with {}|linked to {}|caused by {}").format(system), f"on {system}", "after"),
        ("notes", one_of("without notes|with no notes|nobody has written on|without any comment|no notes on them|lacking notes|with not a single note"), "without notes", "after"),
        ("ci", one_of("without a ci|not linked to any system|with no CI|no configuration item attached|not tied to a machine"), "without a ci", "after"),
        ("change", one_of("linked to a change|caused by a change|that a change broke|with a change attached|from changes"), "linked to a change", "after"),
        ("reopened", one_of("reopened more than once|that came back more than once|bounced back more than once|reopened several times|reopened over and over"), "reopened more than once", "after"),
        ("created", said(created, time), f"created {time}", "after"),
        ("created", said(older, length), f"older than {length}", "after"),
        ("updated", said(stale, time if time.startswith("since") else one_of(for_lengths).format(length)), None, "after"),
        ("breaching", None, None, "after"),
    ]
    return [each for each in choices if each]


def states():
    return pick([
        ("", "open"), ("open", "open"), ("still open", "open"), ("unresolved", "open"), ("outstanding", "open"), ("not yet resolved", "open"), ("pending", "open"), ("live", "open"),
        ("on hold", "on hold"), ("parked", "on hold"), ("stuck", "on hold"), ("waiting", "on hold"), ("in limbo", "on hold"),
        ("new", "new"), ("brand new", "new"), ("in progress", "in progress"), ("being worked on", "in progress"),
        ("overdue", "overdue"), ("late", "overdue"), ("past their SLA", "overdue"), ("at risk", "at risk"), ("about to breach", "at risk"), ("in danger of breaching", "at risk"),
        ("reopened", "reopened"), ("urgent", "urgent"), ("resolved", "resolved"), ("cancelled", "cancelled"), ("closed", "closed"),
    ])


order = ["about", "assigned", "not assigned", "opened", "not opened", "of", "not of", "on", "not in", "linked", "without", "reopened", "created",
         "older", "resolved", "that took", "closed", "cancelled", "not updated", "breaching", "not P"]


def rank_of(plain):
    return next(place for place, beginning in enumerate(order) if plain.startswith(beginning))


def composed(names):
    """A question about incidents, and the same in plain words."""
    number = pick([0, 1, 1, 2, 2, 2, 3, 3, 4])
    found, kinds = [], set()
    options = conditions_of(names)
    random.shuffle(options)
    for kind, how, plain, place in options:
        if len(found) == number:
            break
        if kind in kinds:
            continue
        if kind == "updated" and plain is None:
            time = one_of(past)
            if time.startswith("since"):
                how, plain = one_of(stale).format(time), f"not updated {time}"
            else:
                length = one_of(lengths)
                how, plain = one_of(stale).format(one_of(for_lengths).format(length)), f"not updated in {length}"
        if kind == "breaching":
            time = one_of(ahead)
            how, plain = one_of(breaching).format(time), f"breaching {time}"
        kinds.add(kind)
        found.append((how, plain, place))
    how_state, state = states()
    ended = None
    if maybe(0.22):
        time, form, word = one_of(past), *pick([(resolved, "resolved"), (resolved, "resolved"), (closed, "closed"), ("cancelled {}|dropped {}|called off {}", "cancelled")])
        ended = (one_of(form).format(time), f"{word} {time}", "after")
    elif maybe(0.08):
        length = one_of(lengths)
        ended = pick([(one_of(longer).format(length), f"that took longer than {length}", "after"), (one_of(within).format(length), f"resolved within {length}", "after")])
    elif maybe(0.05):
        time = one_of(past)
        ended = (one_of("reopened {0}|that came back {0}|that bounced back {0}").format(time), f"reopened {time}", "after")
    if ended:
        how_state, state = "", ""
        found = [each for each in found if not each[1].startswith(("not updated", "older", "breaching", "created", "unassigned"))] + [ended]
    elif any(plain.startswith("created") for _, plain, _ in found) and how_state == "":
        state = ""
    elif any(plain.startswith("breaching") for _, plain, _ in found):
        how_state, state = "", ""
    random.shuffle(found)
    before = [each for each in found if each[2] == "before"]
    after = [each for each in found if each[2] == "after"]
    noun = one_of(incident_words)
    mode = random.random()
    heads = [how_state, *[how for how, *_ in before]]
    random.shuffle(heads)
    drop_noun = maybe(0.15) and (before or how_state)
    body = " ".join(filter(None, [*heads, "" if drop_noun else noun]))
    tails = [how for how, *_ in after]
    glue = pick([" ", " ", ", ", " - "]) if len(tails) < 2 else pick([" ", " ", ", ", ", ", " and "])
    first = [plain for _, plain, _ in found if plain in ("unassigned", "my")]
    adjectives = [plain for _, plain, place in found if place == "before" and plain.startswith("P")]
    adjectives += [plain for _, plain, _ in found if plain in names.categories]
    rest = sorted((plain for _, plain, _ in found if plain not in (*first, *adjectives)), key=rank_of)
    plain_body = " ".join([*[each for each in first if each == "my"], *([state] if state else []), *[each for each in first if each != "my"], *adjectives, "incidents", *rest])
    whole = lambda start: " ".join(filter(None, [start, body + (glue + glue.join(tails) if tails else "")]))
    if mode < 0.5:
        question = whole(one_of(ask_list)) if maybe(0.8) or not tails else f"{pick(tails)}: {body}" if len(tails) == 1 else whole("")
        plain = plain_body
    elif mode < 0.65:
        question, plain = whole(one_of(ask_count)), f"how many {plain_body}"
    elif mode < 0.88:
        field = pick(list(grouped))
        said = one_of(grouped[field])
        question = f"{said} {whole('')}" if maybe(0.4) or said.endswith(("most", "of", "for", "by", "kind of")) else f"{whole('')}{pick([' ', ', ', ' '])}{said}"
        plain = f"{plain_body} per {field}"
    elif mode < 0.96:
        measure = pick(list(measures))
        if state not in ("", "open") or ended or any(plain.startswith("breaching") for _, plain, _ in found):
            measure = "average time to resolve"
        field = pick(["group", "assignee", "category", "priority"]) if maybe(0.3) else None
        question = whole(one_of(measures[measure])) + (f" {one_of(grouped[field])}" if field else "")
        plain = f"{measure} {plain_body.replace('open ', '', 1) if state == 'open' else plain_body}" + (f" per {field}" if field else "")
    else:
        question = whole(one_of("what share of|what percentage of|percentage of|how many percent of|what portion of|proportion of")).rstrip() + pick([" are P1", " is P1", " were P1"])
        plain = f"percentage of {plain_body} that are P1"
    if maybe(0.4):
        question = question.lower()
    if maybe(0.4):
        question += "?"
    return " ".join(question.split()), " ".join(plain.split())
