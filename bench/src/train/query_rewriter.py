"""Trains the network that puts a question to the copilot into plain words (ADR 0054).

It reads the states of the sentence encoder, which stays as it is, and writes a sentence that the grammar understands, word by
word: words of a fixed list, or words copied from the question. Needs PyTorch, onnx and onnxruntime, and takes a few minutes on
a GPU:

    python3 bench/src/train/query_rewriter.py --check NAME   trains without the pairs of one author, and counts those
    python3 bench/src/train/query_rewriter.py --out FOLDER   trains with everything, writes the 8-bit model and its words
"""

import argparse
import copy
import gzip
import multiprocessing
import random
import re
from pathlib import Path

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from torch.nn import functional as F

from composed_questions import composed
from cross_encoder import device, end_mark, load_encoder, read_families, root, start_mark, wordpiece
from other_names import new_names, renamed

width, lexical, heads, deep, max_words, max_target = 256, 96, 4, 3, 60, 40
epochs, size, rate, tuning_rate, dropout = 32, 128, 6e-4, 5e-5, 0.2
begin, finish = "<begin>", "<end>"


# Questions and what they become

def words_of(text):
    return text.split()[:max_words]


def surface(word):
    """A word as it is copied: without the punctuation around it, and without a genitive."""
    bare = re.sub(r"^[^\w]+|[^\w%]+$", "", word)
    return re.sub(r"['’]s$", "", bare)


def target_words(text):
    return re.findall(r'"|[^\s"]+', text)


def read_pairs():
    """Questions of several authors, and the same in plain words."""
    lines = (root / "bench/questions/rewriting-pairs.tsv").read_text().strip().split("\n")
    return [tuple(line.split("\t")) for line in lines[1:]]


def knowledge_pairs(count):
    """Questions that articles answer, of those that the comparison of questions is trained with."""
    questions = [same[0] for same, _ in read_families() if same]
    return [(question, "knowledge") for question in random.sample(questions, count)]


def vocabulary():
    """The words that the question itself may lack."""
    other, counts = new_names(), {}
    pairs = [(question, plain) for _, question, plain in read_pairs()] + [composed(other) for _ in range(3000)]
    for question, plain in pairs:
        copied = {surface(word).lower() for word in words_of(question)}
        for word in target_words(plain.lower()):
            if word not in copied:
                counts[word] = counts.get(word, 0) + 1
    return [begin, finish, *sorted(word for word, count in counts.items() if count >= 3)]


# Typing errors, and what is said around a question

greetings = ["hi, ", "hey ", "hello, ", "morning! ", "please ", "quick question: ", "pls ", "can you tell me ", "hi team, "]


def disturbed(question):
    chance = random.random()
    if chance < 0.15:
        question = question.lower()
    elif chance < 0.25:
        question = question.rstrip("?.! ")
    if random.random() < 0.08:
        question = random.choice(greetings) + question
    if random.random() < 0.08:
        found = [m for m in re.finditer(r"[a-z]{6,}", question)]
        if found:
            at = random.choice(found).start() + random.randint(1, 3)
            question = question[:at] + question[at + 1] + question[at] + question[at + 2:]
    return question


# The states of the encoder

encoder = load_encoder().eval()
for parameter in encoder.parameters():
    parameter.requires_grad_(False)


def tokens_of(words):
    """The tokens of a question, and the word that each belongs to."""
    ids, owners = [start_mark], [-1]
    for n, word in enumerate(words):
        for piece in wordpiece(word):
            ids.append(piece)
            owners.append(n)
    return ids[:255] + [end_mark], owners[:255] + [-1]


class Batch:
    def __init__(self, pairs, numbers, encoder):
        rows = [(words_of(question), target_words(plain)[:max_target]) for question, plain in pairs]
        tokens = [tokens_of(words) for words, _ in rows]
        n, w, t = max(len(ids) for ids, _ in tokens), max(len(words) for words, _ in rows), max(len(out) for _, out in rows) + 1
        ids, mask = torch.zeros(len(rows), n, dtype=torch.long), torch.zeros(len(rows), n, dtype=torch.long)
        share = torch.zeros(len(rows), w, n)
        self.allowed = torch.zeros(len(rows), t, len(numbers) + w, dtype=torch.bool)
        self.prefix = torch.zeros(len(rows), t, dtype=torch.long)
        self.weight = torch.zeros(len(rows), t)
        for i, ((words, out), (row, owners)) in enumerate(zip(rows, tokens)):
            ids[i, :len(row)], mask[i, :len(row)] = torch.tensor(row), 1
            for place, owner in enumerate(owners):
                if owner >= 0:
                    share[i, owner, place] = 1 / owners.count(owner)
            copies = [surface(word).lower() for word in words]
            self.prefix[i, 0] = numbers[begin]
            for step, word in enumerate([*out, finish]):
                low = word.lower()
                places = [place for place, copy in enumerate(copies) if copy == low and low]
                if not places and low not in numbers:
                    places = [place for place, copy in enumerate(copies) if low in (copy + "s", copy.removesuffix("s"))]
                if low in numbers:
                    self.allowed[i, step, numbers[low]] = True
                for place in places:
                    self.allowed[i, step, len(numbers) + place] = True
                if not places and low not in numbers:
                    break  # neither known nor in the question
                self.weight[i, step] = 1
                if step + 1 < t:
                    self.prefix[i, step + 1] = numbers[low] if low in numbers else len(numbers) + places[0]
        with torch.autocast(device, torch.bfloat16):
            self.states = encoder.states_of(ids.to(device), torch.zeros_like(ids).to(device), mask.to(device)).float()
        self.tokens = ids.to(device)
        self.mask, self.share = mask.bool().to(device), share.to(device)
        self.allowed, self.prefix, self.weight = (each.to(device) for each in (self.allowed, self.prefix, self.weight))


# The network

class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, seen, hidden):
        split = lambda t: t.view(t.shape[0], -1, heads, width // heads).transpose(1, 2)
        scores = split(self.query(x)) @ split(self.key(seen)).transpose(2, 3) / (width // heads) ** 0.5
        weights = F.dropout(torch.softmax(scores + hidden, -1), dropout, self.training)
        return self.out((weights @ split(self.value(seen))).transpose(1, 2).reshape(x.shape[0], -1, width))


class Block(nn.Module):
    def __init__(self, reads):
        super().__init__()
        self.own, self.norm1 = Attention(), nn.LayerNorm(width)
        self.reads = Attention() if reads else None
        self.norm2, self.norm3 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.inner, self.outer = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, hidden, seen=None, hidden_seen=None):
        drop = lambda t: F.dropout(t, dropout, self.training)
        y = self.norm1(x)
        x = x + drop(self.own(y, y, hidden))
        if self.reads is not None:
            x = x + drop(self.reads(self.norm2(x), seen, hidden_seen))
        return x + drop(self.outer(drop(F.relu(self.inner(self.norm3(x))))))


class Rewriter(nn.Module):
    def __init__(self, known):
        super().__init__()
        # The states say what a word means here; which word it is, such as "except", is lost in them.
        self.pieces = nn.Embedding.from_pretrained(torch.pca_lowrank(encoder.words.weight.float(), lexical)[0] * 5, freeze=False)
        self.enter = nn.Linear(384 + lexical, width)
        self.entered = nn.LayerNorm(width)
        self.readers = nn.ModuleList(Block(False) for _ in range(deep))
        self.read = nn.LayerNorm(width)
        self.words = nn.Embedding(known, width)
        self.copied = nn.Linear(width, width)
        self.places = nn.Embedding(max_target + 2, width)
        self.writers = nn.ModuleList(Block(True) for _ in range(deep))
        self.written = nn.LayerNorm(width)
        self.choice, self.pointer = nn.Linear(width, known), nn.Linear(width, width)

    def forward(self, states, tokens, mask, share, prefix):
        """The logits of each next word: of the list, then of the question's words."""
        hidden = (1 - mask.to(states.dtype))[:, None, None, :] * -1e4
        x = self.entered(self.enter(F.dropout(torch.cat([states, self.pieces(tokens)], 2), 0.1, self.training)))
        for block in self.readers:
            x = block(x, hidden)
        x = self.read(x)
        words = share @ x
        tables = torch.cat([self.words.weight[None].expand(states.shape[0], -1, -1), self.copied(words)], 1)
        y = torch.gather(tables, 1, prefix[:, :, None].expand(-1, -1, width))
        y = F.dropout(y + self.places.weight[None, :prefix.shape[1]], 0.1, self.training)
        steps = torch.arange(prefix.shape[1], device=prefix.device)
        later = (steps[None, :] > steps[:, None]).to(states.dtype)[None, None] * -1e4
        for block in self.writers:
            y = block(y, later, x, hidden)
        y = self.written(y)
        empty = (share.sum(2) == 0).to(states.dtype)[:, None, :] * -1e4
        return torch.cat([self.choice(y), self.pointer(y) @ words.transpose(1, 2) / width ** 0.5 + empty], 2)


def loss_of(model, batch):
    logits = model(batch.states, batch.tokens, batch.mask, batch.share, batch.prefix).float()
    chance = F.log_softmax(logits, -1)
    wanted = torch.logsumexp(chance.masked_fill(~batch.allowed, -1e4), -1)
    smooth = 0.02 * chance.clamp(min=-20).mean(-1)
    return -((wanted + smooth) * batch.weight).sum() / batch.weight.sum()


def variants(pairs):
    """Each pair with other names and typing errors, and as many composed questions."""
    made, other = [], new_names()
    for question, plain in pairs:
        question, plain = renamed(question, plain)
        is_talk = plain in ("knowledge", "decline", "command")
        made.append((disturbed(question) if is_talk or random.random() < 0.93 else plain.replace('"', ""), plain))
        question, plain = composed(other)
        made.append((disturbed(question), plain))
    return made


def seeded_variants(seed, pairs):
    random.seed(seed)
    return variants(pairs)


def train(pairs, numbers, report=None, encoder=encoder, tunes=False):
    pairs = pairs + knowledge_pairs(len(pairs) // 10)
    model = Rewriter(len(numbers)).to(device)
    sets = [{"params": list(model.parameters()), "lr": rate}]
    if tunes:
        tuned = [p for n, p in encoder.named_parameters() if n.startswith("layers")]
        for parameter in tuned:
            parameter.requires_grad_(True)
        sets.append({"params": tuned, "lr": tuning_rate})
    optimiser = torch.optim.AdamW(sets, weight_decay=0.05)
    steps = epochs * (2 * len(pairs) // size + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1, step / (0.05 * steps)) * max(0.01, 1 - step / steps))
    average = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    with multiprocessing.get_context("fork").Pool(4) as pool:
        for epoch in range(epochs):
            model.train()
            random.shuffle(pairs)
            parts = [(random.random(), pairs[n::4]) for n in range(4)]
            made = [pair for part in pool.starmap(seeded_variants, parts) for pair in part]
            random.shuffle(made)
            for i in range(0, len(made), size):
                with torch.autocast(device, torch.bfloat16):
                    loss = loss_of(model, Batch(made[i:i + size], numbers, encoder))
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimiser.step()
                schedule.step()
                average.update_parameters(model)
            if report and epoch % 10 == 9:
                print(f"  epoch {epoch + 1}, loss {loss.item():.3f}, {report(average.module)}", flush=True)
    return average.module.eval()


@torch.no_grad()
def write(model, questions, numbers, encoder=encoder):
    """The most probable sentence of each question word by word, and its probability."""
    known = [*numbers]
    results = []
    for i in range(0, len(questions), 256):
        part = questions[i:i + 256]
        batch = Batch([(question, "") for question in part], numbers, encoder)
        words = [words_of(question) for question in part]
        prefix = torch.full((len(part), 1), numbers[begin], device=device)
        texts, chances, done = [[] for _ in part], np.ones(len(part)), [False] * len(part)
        for _ in range(max_target):
            chance = torch.softmax(model.eval()(batch.states, batch.tokens, batch.mask, batch.share, prefix)[:, -1].float(), -1).cpu().numpy()
            following = []
            for n in range(len(part)):
                by_word = {}
                for place, each in enumerate(chance[n]):
                    text = known[place] if place < len(known) else surface(words[n][place - len(known)]).lower() if place - len(known) < len(words[n]) else ""
                    if text:
                        by_word.setdefault(text, [0.0, place])[0] += each
                text = max(by_word, key=lambda each: by_word[each][0])
                if not done[n]:
                    chances[n] *= by_word[text][0]
                    done[n] = text == finish
                    if not done[n]:
                        texts[n].append(text)
                following.append(numbers[text] if text in numbers else by_word[text][1])
            if all(done):
                break
            prefix = torch.cat([prefix, torch.tensor(following, device=device)[:, None]], 1)
        results += [(" ".join(text), chance) for text, chance in zip(texts, chances)]
    return results


def plain_form(text):
    return " ".join(target_words(text.lower())).replace('"', "").replace("  ", " ").strip()


def count(model, pairs, numbers, encoder=encoder):
    results = write(model, [question for question, _ in pairs], numbers, encoder)
    right = [plain_form(result) == plain_form(plain) for (result, _), (_, plain) in zip(results, pairs)]
    order = np.argsort([-chance for _, chance in results])
    half = order[:int(0.7 * len(order))]
    return f"same words {np.mean(right):.3f}, of the surest 70 % {np.mean([right[n] for n in half]):.3f}"


def export(model, folder, numbers):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    model = model.cpu().float().eval()
    sample = (torch.randn(1, 9, 384), torch.zeros(1, 9, dtype=torch.long), torch.ones(1, 9), torch.softmax(torch.randn(1, 5, 9), -1), torch.zeros(1, 3, dtype=torch.long))
    whole = folder / "whole.onnx"
    torch.onnx.export(model, sample, whole, input_names=["states", "tokens", "mask", "share", "prefix"], output_names=["logits"], opset_version=17, dynamo=False,
                      dynamic_axes={"states": {1: "tokens"}, "tokens": {1: "tokens"}, "mask": {1: "tokens"}, "share": {1: "words", 2: "tokens"}, "prefix": {1: "steps"}})
    small = folder / "query-rewriter-int8.onnx"
    quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True)
    small.with_suffix(".onnx.gz").write_bytes(gzip.compress(small.read_bytes(), 9, mtime=0))
    whole.unlink()
    small.unlink()
    (folder / "query-rewriter-words.txt").write_text("\n".join(numbers) + "\n")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--check")
    options.add_argument("--tune", action="store_true", help="with --check: a copy of the encoder is trained too, to see what that would gain")
    options.add_argument("--out")
    options.add_argument("--ask", help="a file of questions, written in plain words to the folder of --out")
    chosen = options.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    numbers = {word: n for n, word in enumerate(vocabulary())}
    print(f"{len(numbers)} words")
    pairs = read_pairs()
    if chosen.check:
        known = [(question, plain) for author, question, plain in pairs if author != chosen.check]
        unseen = [(question, plain) for author, question, plain in pairs if author == chosen.check]
        print(f"without {chosen.check}: {len(known)} pairs", flush=True)
        own = copy.deepcopy(encoder)
        model = train(known, numbers, lambda each: count(each, unseen, numbers, own), own, chosen.tune)
        for (question, plain), (result, chance) in list(zip(unseen, write(model, [q for q, _ in unseen], numbers, own)))[::6]:
            print(f"    {chance:.2f}  {question}  ->  {result}  [{plain}]")
    if chosen.out:
        model = train([(question, plain) for _, question, plain in pairs], numbers, lambda each: count(each, [(q, p) for _, q, p in pairs[::9]], numbers))
        if chosen.ask:
            questions = Path(chosen.ask).read_text().strip().split("\n")
            results = write(model, questions, numbers)
            (Path(chosen.out) / "asked.tsv").parent.mkdir(parents=True, exist_ok=True)
            (Path(chosen.out) / "asked.tsv").write_text("".join(f"{q}\t{text}\t{chance:.4f}\n" for q, (text, chance) in zip(questions, results)))
        export(model, chosen.out, numbers)


if __name__ == "__main__":
    main()
