"""Trains the network that decides whether two questions ask the same (ADR 0017).

It starts from the sentence encoder in server/models, reads both questions at once, and gives a logit. Needs PyTorch, onnx and
onnxruntime, and takes a few minutes on a GPU:

    python3 bench/src/train/cross_encoder.py --check         cross-validation by family, and the pairs kept for choosing
    python3 bench/src/train/cross_encoder.py --out FILE      trains with everything and writes the 8-bit model
"""

import argparse
import json
import random
import re
import unicodedata
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn
from torch.nn import functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

root = Path(__file__).resolve().parents[3]
models = root / "server/models"
layers, width, heads, hidden = 6, 384, 12, 64
max_tokens = 64
epochs, size, rate, dropout, decay = 8, 128, 1.5e-4, 0.15, 0.9995
device = "cuda" if torch.cuda.is_available() else "cpu"


# Questions

def read_families():
    """Families are separated by an empty line; what asks something else begins with a hyphen."""
    text = (root / "bench/questions/cache-families.txt").read_text().strip()
    for family in re.split(r"\n\n+", text):
        lines = family.split("\n")
        others = [line[2:] for line in lines if line.startswith("- ")]
        yield [line for line in lines if not line.startswith("- ")], others


def read_table(path):
    rows = (root / path).read_text().strip().split("\n")[1:]
    return [tuple(row.split("\t")) for row in rows]


def pairs_of_family(same, others):
    for i, a in enumerate(same):
        for b in same[i + 1:]:
            yield a, b, 1
        for b in others:
            yield a, b, 0
    # What differs from one question in different ways differs from each other.
    for i, a in enumerate(others):
        for b in others[i + 1:i + 2]:
            yield a, b, 0


greetings = ["hi, ", "hello, ", "good morning, ", "please help: ", "quick question: ", ""]


def disturb(text):
    """What never changes the meaning: a greeting, a mark at the end, two letters that changed places."""
    chance = random.random()
    if chance < 0.1:
        return random.choice(greetings) + text
    if chance < 0.3:
        return text.rstrip("?.! ")
    if chance < 0.36:
        words = [m for m in re.finditer(r"[a-z]{6,}", text)]
        if words:
            at = random.choice(words).start() + random.randint(1, 3)
            return text[:at] + text[at + 1] + text[at] + text[at + 2:]
    return text


# Tokens, as wordpiece.ts cuts them

class WordPiece:
    def __init__(self):
        pieces = (models / "vocab.txt").read_text().split("\n")
        self.numbers = {piece: i for i, piece in enumerate(pieces)}
        self.known = {}

    def cut(self, word):
        pieces, start = [], 0
        while start < len(word):
            end = len(word)
            mark = "##" if start else ""
            while end > start and mark + word[start:end] not in self.numbers:
                end -= 1
            if end == start:
                return [self.numbers["[UNK]"]]
            pieces.append(self.numbers[mark + word[start:end]])
            start = end
        return pieces

    def __call__(self, text):
        if text not in self.known:
            plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
            words = re.findall(r"[^\W_]+|[^\w\s]|_", plain)
            self.known[text] = [piece for word in words for piece in self.cut(word)]
        return self.known[text]


wordpiece = WordPiece()
start_mark, end_mark = wordpiece.numbers["[CLS]"], wordpiece.numbers["[SEP]"]


def tokens_of(a, b):
    """Both questions, cut alike; the order is fixed so that it does not matter which was asked first."""
    most = (max_tokens - 3) // 2
    one, other = sorted([wordpiece(a)[:most], wordpiece(b)[:most]])
    ids = [start_mark, *one, end_mark, *other, end_mark]
    return ids, [0] * (len(one) + 2) + [1] * (len(other) + 1)


def batch_of(pairs):
    rows = [tokens_of(a, b) for a, b, *_ in pairs]
    longest = max(len(ids) for ids, _ in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for i, (row, kinds) in enumerate(rows):
        ids[i, :len(row)] = torch.tensor(row)
        types[i, :len(row)] = torch.tensor(kinds)
        mask[i, :len(row)] = 1
    return ids.to(device), types.to(device), mask.to(device)


# The network: BERT with the weights of the encoder, and one output

class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.inner, self.outer = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=1e-12), nn.LayerNorm(width, eps=1e-12)

    def forward(self, x, mask):
        rows, length, _ = x.shape
        split = lambda t: t.view(rows, length, heads, width // heads).transpose(1, 2)
        drop = lambda t: F.dropout(t, dropout, self.training)
        seen = F.scaled_dot_product_attention(
            split(self.query(x)), split(self.key(x)), split(self.value(x)),
            attn_mask=mask[:, None, None, :].bool(), dropout_p=dropout if self.training else 0.0)
        x = self.norm1(x + drop(self.out(seen.transpose(1, 2).reshape(rows, length, width))))
        return self.norm2(x + drop(self.outer(F.gelu(self.inner(x)))))


class CrossEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places, self.types = nn.Embedding(30522, width), nn.Embedding(512, width), nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.hidden, self.score = nn.Linear(2 * width, hidden), nn.Linear(hidden, 1)

    def states_of(self, ids, types, mask):
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.places(places) + self.types(types))
        x = F.dropout(x, dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def forward(self, ids, types, mask):
        """What the two questions have in common and how they differ, after each has seen the other."""
        x = self.states_of(ids, types, mask)
        one, other = mean_of(x, mask * (1 - types)), mean_of(x, types)
        seen = torch.cat([(one - other).abs(), one * other], 1)
        drop = lambda t: F.dropout(t, dropout, self.training)
        return self.score(drop(F.relu(self.hidden(drop(seen))))).squeeze(-1).float()


def mean_of(states, weight):
    weight = weight[:, :, None].to(states.dtype)
    return (states * weight).sum(1) / weight.sum(1)


# The encoder's file: 8-bit tables and matrices, in the order of the layers

def parts_of(graph):
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    matrices = sorted((name for name in tensors if re.fullmatch(r"onnx::MatMul_\d+_quantized", name)),
                      key=lambda name: int(re.search(r"\d+", name)[0]))
    return tensors, [name.removesuffix("_quantized") for name in matrices]


def named_parameters(model):
    """Every stored array with the parameter it belongs to: matrices, tables, and vectors under their name in the file."""
    matrices = [part.weight for layer in model.layers
                for part in (layer.query, layer.key, layer.value, layer.out, layer.inner, layer.outer)]
    tables = {"embeddings.word_embeddings.weight": model.words.weight,
              "embeddings.position_embeddings.weight": model.places.weight,
              "embeddings.token_type_embeddings.weight": model.types.weight}
    vectors = {"embeddings.LayerNorm.weight": model.norm.weight, "embeddings.LayerNorm.bias": model.norm.bias}
    for i, layer in enumerate(model.layers):
        own = {"attention.self.query": layer.query, "attention.self.key": layer.key, "attention.self.value": layer.value,
               "attention.output.dense": layer.out, "intermediate.dense": layer.inner, "output.dense": layer.outer}
        vectors |= {f"encoder.layer.{i}.{name}.bias": part.bias for name, part in own.items()}
        for name, norm in {"attention.output": layer.norm1, "output": layer.norm2}.items():
            vectors |= {f"encoder.layer.{i}.{name}.LayerNorm.weight": norm.weight,
                        f"encoder.layer.{i}.{name}.LayerNorm.bias": norm.bias}
    return matrices, tables, vectors


def load_encoder():
    model = CrossEncoder()
    tensors, names = parts_of(onnx.load(models / "minilm-l6-it-int8.onnx").graph)
    value = lambda name: numpy_helper.to_array(tensors[name]).astype(np.float32)
    unpack = lambda name: (value(f"{name}_quantized") - value(f"{name}_zero_point")) * value(f"{name}_scale")
    matrices, tables, vectors = named_parameters(model)
    with torch.no_grad():
        for name, parameter in zip(names, matrices, strict=True):
            parameter.copy_(torch.from_numpy(unpack(name).T.copy()))
        for name, parameter in tables.items():
            parameter.copy_(torch.from_numpy(unpack(name)))
        for name, parameter in vectors.items():
            parameter.copy_(torch.from_numpy(value(name)))
    return model.to(device)


def write_model(model, path):
    """The encoder's file with the new weights, and a node for the output behind its last layer."""
    file = onnx.load(models / "minilm-l6-it-int8.onnx")
    tensors, names = parts_of(file.graph)
    matrices, tables, vectors = named_parameters(model)
    array = lambda parameter: parameter.detach().float().cpu().numpy()

    def store(name, values):
        tensors[name].CopyFrom(numpy_helper.from_array(values, name))

    for name, parameter in zip(names, matrices, strict=True):
        values = array(parameter).T
        scale = np.maximum(np.abs(values).max(0), 1e-8).astype(np.float32) / 127
        store(f"{name}_quantized", np.clip(np.round(values / scale), -127, 127).astype(np.int8))
        store(f"{name}_scale", scale)
        store(f"{name}_zero_point", np.zeros(scale.shape, np.int8))
    for name, parameter in tables.items():
        values = array(parameter)
        low, high = min(values.min(), 0), max(values.max(), 0)
        scale = np.float32((high - low) / 255)
        zero = np.uint8(np.clip(np.round(-low / scale), 0, 255))
        store(f"{name}_quantized", np.clip(np.round(values / scale) + zero, 0, 255).astype(np.uint8))
        store(f"{name}_scale", np.array(scale, np.float32))
        store(f"{name}_zero_point", np.array(zero, np.uint8))
    for name, parameter in vectors.items():
        store(name, array(parameter))

    for name in ("hidden", "score"):
        part = getattr(model, name)
        file.graph.initializer.append(numpy_helper.from_array(array(part.weight).T.copy(), f"{name}.weight"))
        file.graph.initializer.append(numpy_helper.from_array(array(part.bias), f"{name}.bias"))
    node = helper.make_node
    mean = lambda weight, out: [
        node("Unsqueeze", [weight], [f"{out}.row"], axes=[1]),
        node("MatMul", [f"{out}.row", "last_hidden_state"], [f"{out}.sum3"]),
        node("Squeeze", [f"{out}.sum3"], [f"{out}.sum"], axes=[1]),
        node("ReduceSum", [weight], [f"{out}.count"], axes=[1], keepdims=1),
        node("Div", [f"{out}.sum", f"{out}.count"], [out]),
    ]
    file.graph.node.extend([
        node("Cast", ["token_type_ids"], ["in_other"], to=onnx.TensorProto.FLOAT),
        node("Cast", ["attention_mask"], ["in_both"], to=onnx.TensorProto.FLOAT),
        node("Sub", ["in_both", "in_other"], ["in_one"]),
        *mean("in_one", "one"),
        *mean("in_other", "other"),
        node("Sub", ["one", "other"], ["difference"]),
        node("Abs", ["difference"], ["apart"]),
        node("Mul", ["one", "other"], ["common"]),
        node("Concat", ["apart", "common"], ["seen"], axis=1),
        node("Gemm", ["seen", "hidden.weight", "hidden.bias"], ["hidden.sum"]),
        node("Relu", ["hidden.sum"], ["hidden.out"]),
        node("Gemm", ["hidden.out", "score.weight", "score.bias"], ["logit"]),
    ])
    del file.graph.output[:]
    file.graph.output.append(helper.make_tensor_value_info("logit", onnx.TensorProto.FLOAT, ["pairs", 1]))
    onnx.checker.check_model(file)
    onnx.save(file, path)


# Training

def train(model, pairs):
    """The mean of the weights over the last steps is what is kept: it errs less than any one of them."""
    head = [*model.hidden.parameters(), *model.score.parameters()]
    # The table of words stays: those that do not occur here must keep their place among the others.
    model.words.requires_grad_(False)
    rest = [p for n, p in model.named_parameters() if p.requires_grad and not n.startswith(("hidden", "score"))]
    optimiser = torch.optim.AdamW([{"params": rest, "lr": rate}, {"params": head, "lr": 5 * rate}], weight_decay=0.01)
    steps = epochs * (len(pairs) // size + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, step / (0.06 * steps)) * max(0.02, 1 - step / steps))
    share = sum(same for *_, same in pairs) / len(pairs)
    weight = torch.tensor(min(3.0, (1 - share) / share), device=device)
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(decay))
    for _ in range(epochs):
        model.train()
        random.shuffle(pairs)
        # Alike in length, so that little is padded.
        chunks = [sorted(pairs[i:i + 50 * size], key=lambda p: len(p[0]) + len(p[1])) for i in range(0, len(pairs), 50 * size)]
        batches = [chunk[i:i + size] for chunk in chunks for i in range(0, len(chunk), size)]
        random.shuffle(batches)
        for batch in batches:
            noisy = [(disturb(a), disturb(b), same) for a, b, same in batch]
            with torch.autocast(device, torch.bfloat16):
                logits = model(*batch_of(noisy))
            labels = torch.tensor([float(same) for *_, same in batch], device=device)
            loss = F.binary_cross_entropy_with_logits(logits, labels, pos_weight=weight)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            average.update_parameters(model)
    return average.module.eval()


@torch.no_grad()
def rate_pairs(model, pairs):
    return np.concatenate([model(*batch_of(pairs[i:i + size])).cpu().numpy() for i in range(0, len(pairs), size)])


def own_pairs():
    return [(a, b, int(kind != "confusable")) for kind, a, b in read_table("bench/questions/pairs.tsv")]


def dev_pairs():
    """The half of the split pairs that was looked at: not trained with, but used to choose."""
    lines = (root / "server/test/questions/cache-pairs.jsonl").read_text().strip().split("\n")
    return [(p["a"], p["b"], int(p["same"])) for p in map(json.loads, lines) if p["half"] == "dev"]


def far_pairs(families, count):
    """Questions of different families that share a word: what is near by its words alone."""
    by_word, found = {}, []
    questions = [(q, i) for i, (same, _) in enumerate(families) for q in same]
    for q, i in questions:
        for word in set(re.findall(r"[a-z]{4,}", q.lower())):
            by_word.setdefault(word, []).append((q, i))
    words = [word for word, members in by_word.items() if 2 <= len(members) <= 400]
    while len(found) < count:
        (a, i), (b, j) = random.sample(by_word[random.choice(words)], 2)
        if i != j:
            found.append((a, b, 0))
    return found


def training_pairs(families):
    pairs = [pair for family in families for pair in pairs_of_family(*family)]
    return pairs + far_pairs(families, len(pairs) // 4)


def test_questions():
    """Those that are only counted; what is near to one of them is not trained with."""
    pairs = [json.loads(line) for line in (root / "server/test/questions/cache-pairs.jsonl").read_text().strip().split("\n")]
    tables = [read_table(f"bench/questions/{name}.tsv") for name in ("fresh-pairs", "held-out-pairs")]
    return [q for pair in pairs for q in (pair["a"], pair["b"])] + [q for rows in tables for _, a, b in rows for q in (a, b)]


@torch.no_grad()
def vectors_of(encoder, texts):
    """As the sentence encoder gives them."""
    rows = []
    for i in range(0, len(texts), size):
        tokens = [[start_mark, *wordpiece(text)[:max_tokens - 2], end_mark] for text in texts[i:i + size]]
        longest = max(map(len, tokens))
        ids = torch.tensor([row + [0] * (longest - len(row)) for row in tokens], device=device)
        mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in tokens], device=device)
        rows.append(F.normalize(mean_of(encoder.states_of(ids, torch.zeros_like(ids), mask), mask), dim=1))
    return torch.cat(rows)


too_near = 0.9


def without_tested(families):
    encoder = load_encoder().eval()
    tested = vectors_of(encoder, test_questions())
    texts = sorted({q for same, others in families for q in (*same, *others)})
    nearest = (vectors_of(encoder, texts) @ tested.T).max(1).values.tolist()
    near = {text for text, cosine in zip(texts, nearest) if cosine >= too_near}
    print(f"{len(near)} of {len(texts)} questions are left out, as near to one that is tested")
    kept = [([q for q in same if q not in near], [q for q in others if q not in near]) for same, others in families]
    return [family for family in kept if family[0]]


def report(name, pairs, scores):
    labels = np.array([same for *_, same in pairs])
    print(f"{name}: {labels.sum()} same, {(1 - labels).sum()} different")
    falsely = np.sort(scores[labels == 0])[::-1]
    for share in (0.001, 0.003, 0.01, 0.03):
        bound = falsely[int(share * len(falsely))]
        print(f"  above {bound:.2f}: found {(scores[labels == 1] > bound).mean():.1%}, false {share:.1%}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--check", action="store_true")
    options.add_argument("--folds", type=int, default=5)
    options.add_argument("--scores", help="with --check: a file for the logit of each pair")
    options.add_argument("--out")
    options = options.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    families = without_tested(list(read_families()))
    if options.check:
        order = random.sample(range(len(families)), len(families))
        tested, scores = [], []
        for fold in range(options.folds):
            held = set(order[fold::5])
            kept = [family for i, family in enumerate(families) if i not in held]
            model = train(load_encoder(), training_pairs(kept) + own_pairs())
            pairs = [pair for i in held for pair in pairs_of_family(*families[i])]
            tested += pairs
            scores.append(rate_pairs(model, pairs))
            report(f"fold {fold + 1}", pairs, scores[-1])
            report("dev", dev_pairs(), rate_pairs(model, dev_pairs()))
        scores = np.concatenate(scores)
        report("all folds", tested, scores)
        if options.scores:
            lines = (f"{same}\t{score:.3f}\t{a}\t{b}\n" for (a, b, same), score in zip(tested, scores))
            Path(options.scores).write_text("".join(lines))
        return
    model = train(load_encoder(), training_pairs(families) + own_pairs())
    write_model(model, options.out)


if __name__ == "__main__":
    main()
