import { describe, expect, it } from "vitest";
import {
  countGate,
  forgetReading,
  indexGate,
  isGateOver,
  judgeCode,
  judgePerson,
  noteAnswer,
  noteReading,
  peopleInside,
  peopleLeft,
  searchPeople,
  toneOf,
} from "./rules";
import type { GateData } from "./schema";

const EVENT = "00000000-0000-4000-8000-000000000001";
const LIST = "00000000-0000-4000-8000-000000000011";
const KITS = "00000000-0000-4000-8000-000000000012";
const id = (index: number) => `00000000-0000-4000-8000-1${String(index).padStart(11, "0")}`;

const gate = (people: GateData["people"], entries: GateData["entries"] = []): GateData => ({
  now: "2027-01-23T10:00:00Z",
  event: {
    id: EVENT,
    title: "Encontro",
    startsAt: "2027-01-23T10:00:00Z",
    timeZone: "America/Sao_Paulo",
    endsAt: "2027-01-23T20:00:00Z",
    isDemo: false,
  },
  device: null,
  keys: [],
  lists: [
    { id: LIST, name: "Entrada", purpose: "entry", kinds: [], allowReentry: false },
    { id: KITS, name: "Kits", purpose: "kit", kinds: ["expositor"], allowReentry: true },
  ],
  types: [],
  cancelled: [],
  people,
  entries,
  left: [],
});
const [entrance, kits] = gate([]).lists as [GateData["lists"][number], GateData["lists"][number]];
const code = (index: number, changes = {}) => ({
  registrationId: id(index),
  eventId: EVENT,
  badgeVersion: 1,
  ...changes,
});

describe("the decision on the device", () => {
  const index = indexGate(
    gate(
      [
        [id(1), "Ana Souza", "publico", "", "c", 1],
        [id(2), "Bento Lima", "expositor", "Volkswagen Fusca 1968", "c", 2],
        [id(3), "Caio Reis", "publico", "", "p", 1],
        [id(4), "Dora Dias", "publico", "", "n", 1],
        [id(5), "Eva Melo", "expositor", "", "c", 1],
      ],
      [[LIST, id(5), "2027-01-23T09:00:00Z", "Portão 1"]],
    ),
  );

  it.each([
    ["a confirmed person", entrance, code(1), "ok"],
    ["an open payment", entrance, code(3), "unpaid"],
    ["an unapproved registration", entrance, code(4), "not_approved"],
    ["a replaced badge", entrance, code(2), "revoked_badge"],
    ["another event", entrance, code(1, { eventId: id(9) }), "wrong_event"],
    ["a kind that the list does not admit", kits, code(1), "wrong_list"],
    ["a person who entered", entrance, code(5), "duplicate"],
    ["a text that is no code", entrance, null, "unknown"],
  ] as const)("%s on the list %o", (_, list, given, result) => {
    expect(judgeCode(index, list, given).result).toBe(result);
  });

  it("names time, list and reader of the entry", () => {
    expect(judgeCode(index, entrance, code(5)).first).toEqual({
      at: "2027-01-23T09:00:00Z",
      by: "Portão 1",
      list: "Entrada",
    });
  });

  it("admits a valid code that the downloaded list does not contain and marks it", () => {
    expect(judgeCode(index, entrance, code(77))).toMatchObject({ result: "ok", isListed: false, person: null });
  });

  it("admits again on a list with re-entry, and after an undo", () => {
    const own = indexGate(gate([[id(1), "Ana", "expositor", "", "c", 1]]));
    const person = own.people.get(id(1))!;
    const read = { kind: "entry", registrationId: id(1), scannedAt: "2027-01-23T09:00:00Z" } as const;
    noteReading(own, { ...read, listId: KITS }, "x");
    noteReading(own, { ...read, listId: LIST }, "x");
    expect(judgePerson(own, kits, person)).toMatchObject({ result: "ok", first: { by: "x" } });
    expect(judgePerson(own, entrance, person).result).toBe("duplicate");
    forgetReading(own, { kind: "entry", listId: LIST, registrationId: id(1), first: null });
    expect(judgePerson(own, entrance, person).result).toBe("ok");
  });

  it("keeps the earliest entry whatever the order of arrival", () => {
    const own = indexGate(gate([[id(1), "Ana", "publico", "", "c", 1]]));
    for (const [at, by] of [
      ["2027-01-23T10:00:00Z", "late"],
      ["2027-01-23T09:00:00+00:00", "early"],
      ["2027-01-23T09:30:00Z", "middle"],
    ] as const)
      noteReading(own, { kind: "entry", listId: LIST, registrationId: id(1), scannedAt: at }, by);
    expect(judgePerson(own, entrance, own.people.get(id(1))!).first?.by).toBe("early");
  });
});

describe("a valid code that the list on the device does not contain", () => {
  const index = indexGate({ ...gate([]), cancelled: [id(8)] });

  it("is refused when its registration was cancelled", () => {
    expect(judgeCode(index, entrance, code(8)).result).toBe("not_approved");
  });

  it("is admitted once", () => {
    expect(judgeCode(index, entrance, code(9)).result).toBe("ok");
    noteReading(index, { kind: "entry", listId: LIST, registrationId: id(9), scannedAt: "2027-01-23T09:00:00Z" });
    expect(judgeCode(index, entrance, code(9)).result).toBe("duplicate");
  });
});

describe("an exit", () => {
  const person: GateData["people"][number] = [id(1), "Ana", "expositor", "", "c", 1];
  const read = { listId: KITS, registrationId: id(1), scannedAt: "2027-01-23T09:00:00Z" } as const;

  it("is counted until the next entry, and its undo too", () => {
    const own = indexGate(gate([person]));
    const inside = () => countGate(own, kits).inside;
    noteReading(own, { ...read, kind: "entry" });
    expect([inside(), countGate(own, kits)]).toMatchObject([1, { entered: 1, inside: 1, expected: 1 }]);
    noteReading(own, { ...read, kind: "exit" });
    expect([inside(), countGate(own, kits).entered]).toEqual([0, 1]);
    forgetReading(own, { ...read, kind: "exit", first: null });
    expect(inside()).toBe(1);
    noteReading(own, { ...read, kind: "exit" });
    noteReading(own, { ...read, kind: "entry", scannedAt: "2027-01-23T10:00:00Z" });
    expect(inside()).toBe(1);
  });

  it("is counted from the downloaded list", () => {
    const own = indexGate({ ...gate([person], [[KITS, id(1), "2027-01-23T09:00:00Z", "x"]]), left: [[KITS, id(1)]] });
    expect(countGate(own, kits)).toMatchObject({ entered: 1, inside: 0, expected: 1 });
  });

  it("is recorded whatever the status of the registration is, but not of another kind of registration", () => {
    const own = indexGate(
      gate([
        [id(2), "Bento", "expositor", "", "p", 1],
        [id(3), "Caio", "publico", "", "c", 1],
      ]),
    );
    expect(judgeCode(own, kits, code(2), "exit").result).toBe("ok");
    expect(judgeCode(own, kits, code(3), "exit").result).toBe("wrong_list");
  });
});

describe("a family of four", () => {
  const family = (entries: GateData["entries"] = [], details = {}) => {
    const companions = ["Bia Souza", "Caio Souza", "Duda Souza"];
    const given = { places: 4, companions, ...details };
    const index = indexGate(gate([[id(1), "Ana Souza", "expositor", "Fusca 1968", "c", 1, given]], entries));
    return { index, person: index.people.get(id(1))! };
  };
  const read = { kind: "entry", listId: LIST, registrationId: id(1), scannedAt: "2027-01-23T09:00:00Z" } as const;

  it("enters in parts, and never more people than places", () => {
    const { index, person } = family();
    const results = [2, 3, 2, 1].map((people) => {
      const { result } = judgePerson(index, entrance, person, "entry", people);
      if (result === "ok") noteReading(index, { ...read, people });
      return result;
    });
    expect(results).toEqual(["ok", "too_many", "ok", "duplicate"]);
    expect(countGate(index, entrance)).toMatchObject({ entered: 1, expected: 1, people: 4, expectedPeople: 4 });
  });

  it("only the people of a registration who are not inside can enter", () => {
    const { index, person } = family([[LIST, id(1), "2027-01-23T09:00:00Z", "x", 3, 3]]);
    expect(peopleLeft(index, entrance, person, "entry")).toBe(1);
    expect(judgePerson(index, entrance, person, "entry", 2).result).toBe("too_many");
    expect(judgePerson(index, entrance, person, "entry", 1).result).toBe("ok");
  });

  it("counts the answer of the server once, also after the reading was counted on the device", () => {
    const { index } = family();
    noteReading(index, { ...read, people: 2 });
    const answer = { kind: "entry", listId: LIST, registrationId: id(1), scannedAt: read.scannedAt, by: "x" } as const;
    noteAnswer(index, { ...answer, inside: 2 });
    noteAnswer(index, { ...answer, inside: 2 });
    expect(peopleInside(index, LIST, id(1))).toBe(2);
    noteAnswer(index, { ...answer, inside: 4 });
    expect(peopleInside(index, LIST, id(1))).toBe(4);
  });

  it("leaves and comes back in parts on a list with re-entry", () => {
    const { index, person } = family();
    noteReading(index, { ...read, listId: KITS, people: 4 });
    noteReading(index, { ...read, listId: KITS, kind: "exit", people: 3 });
    expect(countGate(index, kits)).toMatchObject({ inside: 1, insidePeople: 1, people: 4 });
    expect(peopleLeft(index, kits, person, "entry")).toBe(3);
    expect(peopleLeft(index, kits, person, "exit")).toBe(1);
  });

  it("keeps the part that entered before when a later part is undone", () => {
    const { index } = family();
    noteReading(index, { ...read, people: 2 });
    noteReading(index, { ...read, people: 1 });
    const first = { at: read.scannedAt, by: "", list: "Entrada" };
    forgetReading(index, { kind: "entry", listId: LIST, registrationId: id(1), people: 1, first });
    expect(peopleInside(index, LIST, id(1))).toBe(2);
  });

  it.each([
    ["a companion", "caio sou"],
    ["a plate", "abc1d23"],
    ["a part of a plate with a dash", "C-1D2"],
    ["a plate typed with a space", "ABC 1D23"],
    ["a code", "uwsm"],
    ["the beginning of the mail address", "ana.s"],
    ["a longer beginning than the device knows", "ana.souza@"],
    ["name and car", "ana fusca"],
  ])("is found by %s", (_, typed) => {
    const { index } = family([], { plates: "XYZ9A88 ABC1D23", code: "UWSMJWS3", mail: "ana.so" });
    expect(searchPeople(index, typed).map(({ name }) => name)).toEqual(["Ana Souza"]);
  });

  it.each(["ABC1D24", "SMJW", "na.so", "ana.x"])("is not found by %s", (typed) => {
    const { index } = family([], { plates: "ABC1D23", code: "UWSMJWS3", mail: "ana.so" });
    expect(searchPeople(index, typed)).toEqual([]);
  });
});

describe("a registration that is not confirmed", () => {
  it.each([
    ["u", "entry", "unconfirmed"],
    ["x", "entry", "not_approved"],
    ["x", "exit", "not_approved"],
  ] as const)("with status %s is refused at the %s", (status, kind, result) => {
    const own = indexGate(gate([[id(1), "Ana", "expositor", "", status, 1]]));
    expect(judgePerson(own, kits, own.people.get(id(1))!, kind).result).toBe(result);
  });

  it("may leave when it was cancelled inside", () => {
    const own = indexGate(
      gate([[id(1), "Ana", "expositor", "", "x", 1]], [[KITS, id(1), "2027-01-23T09:00:00Z", "x"]]),
    );
    expect(judgePerson(own, kits, own.people.get(id(1))!, "exit").result).toBe("ok");
  });
});

describe("an undone re-entry", () => {
  it("leaves the first entry", () => {
    const own = indexGate(gate([[id(1), "Ana", "expositor", "", "c", 1]]));
    noteReading(own, { kind: "entry", listId: KITS, registrationId: id(1), scannedAt: "2027-01-23T09:00:00Z" });
    const first = { at: "2027-01-23T09:00:00Z", by: "", list: "Kits" };
    forgetReading(own, { kind: "entry", listId: KITS, registrationId: id(1), first });
    expect(countGate(own, kits).entered).toBe(1);
  });
});

it("searches 5,000 registrations by words without accents, with at most 20 answers", () => {
  const people = Array.from({ length: 5000 }, (_, index): GateData["people"][number] => {
    return [id(index), `José da Conceição ${index}`, "publico", "Ford Corcel 1975", "c", 1];
  });
  const index = indexGate(gate(people));
  expect(searchPeople(index, "conceicao jose corcel")).toHaveLength(20);
  expect(searchPeople(index, "4999").map(({ name }) => name)).toEqual(["José da Conceição 4999"]);
  expect(searchPeople(index, "j")).toEqual([]);
});

describe("the list on a device", () => {
  it("is deleted twelve hours after the end of the event", () => {
    const end = Date.parse("2027-01-23T20:00:00Z");
    expect(isGateOver("2027-01-23T20:00:00Z", end + 12 * 3_600_000)).toBe(false);
    expect(isGateOver("2027-01-23T20:00:00Z", end + 12 * 3_600_000 + 1)).toBe(true);
  });
});

it("shows refusals in another colour than entries and questions", () => {
  expect((["ok", "duplicate", "unpaid", "unknown", "wrong_event"] as const).map(toneOf)).toEqual([
    "go",
    "warn",
    "warn",
    "stop",
    "stop",
  ]);
});
