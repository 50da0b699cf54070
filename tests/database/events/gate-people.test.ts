import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { asRole, sql } from "../as-role";
import {
  addGate,
  addRegistration,
  GATE_EVENT,
  GATE_LIST,
  MEAL_LIST,
  registrationId,
  removeGate,
  WALK_IN_TYPE,
} from "./gate-rows";
import { refused } from "../outcomes";

type Reading = { nonce: string; listId: string; kind?: string; people?: number; scannedAt: string; isOffline: boolean };
type Answer = { nonce: string; result: string; people: number; places: number; inside: number; companions: string[] };

const minute = (index: number) => new Date(Date.now() - 3_600_000 + index * 60_000).toISOString();
/** A reading without a connection, whose own time counts. */
const offline = (at: number, people?: number, changes: Partial<Reading> = {}): Reading => ({
  nonce: randomUUID(),
  listId: GATE_LIST,
  scannedAt: minute(at),
  isOffline: true,
  ...(people && { people }),
  ...changes,
});
const online = (people?: number) => offline(0, people, { isOffline: false });

async function send(readings: readonly Reading[], token = "token-1", registration = registrationId(1)) {
  const sent = readings.map((one) => ({ ...one, registrationId: registration, badgeVersion: 1 }));
  const [row] = await sql<
    { answers: Answer[] }[]
  >`select private.record_checkins(${sql.json(sent)}, ${token}, 0) as answers`;
  return readings.map(({ nonce }) => row!.answers.find((answer) => answer.nonce === nonce)!);
}
const results = async (readings: readonly Reading[], token?: string) =>
  (await send(readings, token)).map(({ result }) => result);

type Overview = {
  counts: { listId: string; kind: string; entered: number; enteredPeople: number; expectedPeople: number }[];
  conflicts: { result: string; people: number }[];
  inside: { total: number; totalPeople: number; people: { inside: number; places: number }[] }[];
  sales: { method: string; count: number; cents: number }[];
};
async function overview(): Promise<Overview> {
  return (await asRole("editor", (tx) => tx`select public.gate_overview(${GATE_EVENT}) as overview`))[0]!
    .overview as Overview;
}
const enteredPeople = async () =>
  (await overview()).counts.find(({ listId, kind }) => listId === GATE_LIST && kind === "publico")!.enteredPeople;
const undo = async (nonce: string) =>
  (await sql`select private.undo_checkin(${nonce}, 'token-1') as done`)[0]!.done.outcome === "saved";

beforeAll(() => removeGate(sql));
beforeEach(async () => {
  await removeGate(sql);
  await addGate(sql, 10);
  await addRegistration(sql, 1, { companions: ["Bia Souza", "Caio Souza", "Duda Souza"] });
});
afterAll(() => removeGate(sql));

describe("a family of four", () => {
  it("enters in parts until everybody is inside, and the gate gets names and numbers", async () => {
    expect(await send([online(2)])).toMatchObject([
      { result: "ok", people: 2, places: 4, inside: 2, companions: ["Bia Souza", "Caio Souza", "Duda Souza"] },
    ]);
    expect(await send([online(3)])).toMatchObject([{ result: "too_many", inside: 2 }]);
    expect(await send([online(2)], "token-2")).toMatchObject([{ result: "ok", people: 2, inside: 4 }]);
    expect(await send([online(1)])).toMatchObject([{ result: "duplicate", inside: 4 }]);
    expect(await enteredPeople()).toBe(4);
  });

  it("enters whole with a reading that names no number, and the rest of it after a part", async () => {
    expect(await send([online()])).toMatchObject([{ result: "ok", people: 4, inside: 4 }]);
    await sql`delete from public.event_checkins`;
    await send([online(1)]);
    expect(await send([online()])).toMatchObject([{ result: "ok", people: 3, inside: 4 }]);
  });

  it("is counted as one registration and four people", async () => {
    await addRegistration(sql, 2);
    await send([online(3)]);
    const counts = (await overview()).counts.filter(({ listId }) => listId === GATE_LIST);
    expect(counts).toMatchObject([{ entered: 1, enteredPeople: 3, expectedPeople: 5 }]);
    const [row] = await asRole("admin", (tx) => tx`select public.checkin_usage(${GATE_EVENT}) as usage`);
    expect(row!.usage).toMatchObject({ confirmed: 2, came: 1, confirmedPeople: 5, camePeople: 3 });
  });
});

describe("two gates without a connection that admit parts of one family", () => {
  it("never count more people than places, and report the rest as a conflict", async () => {
    await send([offline(1, 3)], "token-1");
    await send([offline(2, 3)], "token-2");
    expect(await enteredPeople()).toBe(3);
    expect((await overview()).conflicts).toMatchObject([{ result: "too_many", people: 3 }]);
  });

  it("end the same in every order of arrival @stress", async () => {
    for (let round = 0; round < repetitions(8, 200); round += 1) {
      await sql`delete from public.event_checkins`;
      const readings = Array.from({ length: 6 }, (_, index) => ({
        token: `token-${1 + (index % 3)}`,
        reading: offline(Math.floor(Math.random() * 5), 1 + Math.floor(Math.random() * 3)),
      }));
      const ends: unknown[] = [];
      for (const order of [readings, readings.toReversed(), readings.toSorted(() => Math.random() - 0.5)]) {
        await sql`delete from public.event_checkins`;
        for (const { token, reading } of order) await send([reading], token);
        ends.push([...(await sql`select nonce, result, moved, inside from public.event_checkins order by nonce`)]);
        const [total] = await sql`select sum(moved)::int as people from public.event_checkins where result = 'ok'`;
        expect(total!.people).toBeLessThanOrEqual(4);
      }
      expect(ends[1]).toEqual(ends[0]);
      expect(ends[2]).toEqual(ends[0]);
    }
  });

  it("at the same moment admit each place once @stress", async () => {
    for (let round = 0; round < repetitions(3, 100); round += 1) {
      await sql`delete from public.event_checkins`;
      await Promise.all([1, 2, 3, 1, 2, 3].map((token) => send([online(1)], `token-${token}`)));
      expect(await enteredPeople()).toBe(4);
    }
  });
});

describe("a used badge", () => {
  it("stays used when a reading with a connection names an earlier time", async () => {
    await addRegistration(sql, 2);
    const read = async (at: number) =>
      (await send([offline(at, 1, { isOffline: false })], "token-1", registrationId(2)))[0];
    expect(await read(30)).toMatchObject({ result: "ok" });
    expect(await read(40)).toMatchObject({ result: "duplicate" });
    expect(await read(-120)).toMatchObject({ result: "duplicate" });
  });

  it("stays refused after the team adds a person; only the new person may enter", async () => {
    await send([online(4)]);
    expect(await results([online(1)])).toEqual(["duplicate"]);
    await sql`update public.event_registrations set places = 5 where id = ${registrationId(1)}`;
    expect(await results([online(1)])).toEqual(["ok"]);
    expect(await results([online(1)])).toEqual(["duplicate"]);
    expect(await enteredPeople()).toBe(5);
  });
});

describe("undoing a part", () => {
  it("takes out its people only, and refused readings do not become entries", async () => {
    const [first, second] = [online(2), online(2)];
    await send([first]);
    await send([second]);
    await send([online(1)]);
    expect(await undo(second.nonce)).toBe(true);
    expect(await enteredPeople()).toBe(2);
    expect(await results([online(2)])).toEqual(["ok"]);
  });

  it("does not undo what another gate admitted before and sends later", async () => {
    const mistake = offline(10, 1);
    await send([mistake]);
    await undo(mistake.nonce);
    await send([offline(5, 2)], "token-2");
    expect(await enteredPeople()).toBe(2);
  });
});

describe("a list with re-entry", () => {
  const move = (at: number, kind: string, people?: number) => offline(at, people, { listId: MEAL_LIST, kind });

  it("counts who left and came back, never more than the places", async () => {
    const inside = async () => (await overview()).inside.map(({ total, totalPeople }) => [total, totalPeople]);
    await send([move(1, "entry", 4)]);
    await send([move(2, "exit", 3)]);
    expect(await inside()).toEqual([[1, 1]]);
    await send([move(3, "entry", 2)]);
    expect(await inside()).toEqual([[1, 3]]);
    expect(await results([move(4, "entry", 4)])).toEqual(["ok"]);
    expect(await inside()).toEqual([[1, 4]]);
    expect(await results([move(5, "entry", 5)])).toEqual(["too_many"]);
    await send([move(6, "exit")]);
    expect(await inside()).toEqual([[0, 0]]);
  });

  it("records the exit of a person whose registration was cancelled inside", async () => {
    await send([move(1, "entry", 4)]);
    await sql`update public.event_registrations set status = 'cancelled' where id = ${registrationId(1)}`;
    expect(await results([move(2, "entry", 1)])).toEqual(["not_approved"]);
    expect(await results([move(3, "exit", 4)])).toEqual(["ok"]);
  });
});

describe("a walk-in", () => {
  const add = async (more: object) => {
    const given = { nonce: randomUUID(), listId: GATE_LIST, typeId: WALK_IN_TYPE, name: "Chegou Agora", ...more };
    const [row] = await sql`select private.add_walk_in(${sql.json(given)}, 'token-1') as outcome`;
    return row!.outcome as { outcome: string; answer?: Answer };
  };
  const kind = (changes: Record<string, unknown>) =>
    sql`update public.event_registration_types set ${sql(changes)} where id = ${WALK_IN_TYPE}`;
  const car = { make: "Ford", model: "Corcel", year: 1975, plate: "ABC1D23" };

  it("brings its people, who take their places and pay each", async () => {
    await kind({ price_cents: 2000, taken: 6 });
    expect(await add({ people: 5, paidBy: "cash" })).toEqual(refused("full"));
    expect(await add({ people: 3, companions: ["Bia"], paidBy: "cash" })).toMatchObject({
      outcome: "saved",
      answer: { result: "ok", people: 3, places: 3, inside: 3, companions: ["Bia"] },
    });
    const [row] = await sql`
      select places, price_cents, (select taken from public.event_registration_types where id = type_id) as taken
      from public.event_registrations where source = 'walk_in'`;
    expect(row).toEqual({ places: 3, price_cents: 6000, taken: 9 });
  });

  it("of a kind with a price is paid, and the money is counted by method until the entry is undone", async () => {
    await kind({ price_cents: 2000 });
    expect(await add({})).toEqual(refused("payment_missing"));
    expect(await sql`select taken from public.event_registration_types where id = ${WALK_IN_TYPE}`).toMatchObject([
      { taken: 0 },
    ]);
    const first = await add({ paidBy: "cash" });
    await add({ people: 2, paidBy: "pix" });
    await add({ people: 2, paidBy: "cash" });
    const sales = async () => (await overview()).sales.map(({ method, count, cents }) => [method, count, cents]);
    expect(await sales()).toEqual([
      ["cash", 2, 6000],
      ["pix", 1, 4000],
    ]);
    expect(
      await sql`select distinct state from private.payment_states(${GATE_EVENT}, array(
      select registration_id from public.gate_sales))`,
    ).toMatchObject([{ state: "paid" }]);
    await undo(first.answer!.nonce);
    expect(await sales()).toEqual([
      ["cash", 1, 4000],
      ["pix", 1, 4000],
    ]);
  });

  it("gets the places that are kept for the gate, which no form gets", async () => {
    await kind({ capacity: 5, gate_places: 3 });
    const left = async () =>
      (
        await sql<{ online: number; gate: number }[]>`
          select private.places_left(${WALK_IN_TYPE}) as online, private.places_left(${WALK_IN_TYPE}, true) as gate`
      )[0]!;
    expect(await left()).toEqual({ online: 2, gate: 5 });
    await add({ people: 2 });
    expect(await left()).toEqual({ online: 2, gate: 3 });
    const [held] = await sql`select private.hold_places(${WALK_IN_TYPE}, 3) as held`;
    expect(held).toEqual({ held: false });
    await sql`select private.hold_places(${WALK_IN_TYPE}, 2)`;
    expect(await left()).toEqual({ online: 0, gate: 1 });
    await add({});
    expect(await left()).toEqual({ online: 0, gate: 0 });
    expect(await add({})).toEqual(refused("full"));
  });

  it("does not make more places kept for the gate than the kind still has", async () => {
    await kind({ capacity: 5, gate_places: 4, taken: 3 });
    const [row] = await sql<{ online: number; gate: number }[]>`
      select private.places_left(${WALK_IN_TYPE}) as online, private.places_left(${WALK_IN_TYPE}, true) as gate`;
    expect(row).toEqual({ online: 0, gate: 2 });
  });

  it("that the organiser cancelled is no longer counted when its entry is undone", async () => {
    await kind({ price_cents: 2000 });
    const { answer } = await add({ paidBy: "cash" });
    await sql`select private.cancel_registration(registration_id) from public.gate_sales`;
    expect((await overview()).sales).toHaveLength(1);
    await undo(answer!.nonce);
    expect((await overview()).sales).toEqual([]);
  });

  it("of another kind does not get places that are kept when the whole event is limited", async () => {
    const [other] = await sql`
      insert into public.event_registration_types (event_id, kind, name, gate_places, position)
      values (${GATE_EVENT}, 'publico', 'Outro', 4, 8) returning id`;
    const [before] = await sql<{ left: number }[]>`
      select sum(taken)::integer + 6 as left from public.event_registration_types where event_id = ${GATE_EVENT}`;
    await sql`update public.events set capacity = ${before!.left} where id = ${GATE_EVENT}`;
    await kind({ capacity: null });
    const [row] = await sql`
      select private.places_left(${WALK_IN_TYPE}, true) as here, private.places_left(${other!.id}, true) as other`;
    expect(row).toEqual({ here: 2, other: 6 });
  });

  it("of a kind that is approved needs the name of the person who approved it, which the history keeps", async () => {
    await kind({ requires_approval: true });
    expect(await add({})).toEqual(refused("approval_missing"));
    expect(await add({ approvedBy: "Rosa Lima" })).toMatchObject({ outcome: "saved" });
    const [row] = await sql`select note from public.registration_events where note like 'approved_by:%'`;
    expect(row).toEqual({ note: "approved_by:Rosa Lima" });
  });

  it("of an exhibitor needs a car that is old enough, and takes no place without it", async () => {
    await kind({ kind: "expositor" });
    await sql`update public.events set min_vehicle_age = 30 where id = ${GATE_EVENT}`;
    expect(await add({})).toEqual(refused("vehicle_missing"));
    expect(await add({ vehicles: [{ ...car, year: 2024 }] })).toEqual(refused("vehicle_too_new"));
    expect(await sql`select taken from public.event_registration_types where id = ${WALK_IN_TYPE}`).toMatchObject([
      { taken: 0 },
    ]);
    expect(await add({ vehicles: [car] })).toMatchObject({ outcome: "saved" });
    expect(await sql`select plate from public.registration_vehicles`).toMatchObject([{ plate: "ABC1D23" }]);
  });
});
