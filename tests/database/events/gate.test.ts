import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { asOwner, asRole, becomeRole, callAs, sql } from "../as-role";
import {
  addGate,
  addRegistration,
  GATE_EVENT,
  GATE_LIST,
  KIT_LIST,
  MEAL_LIST,
  OTHER_EVENT,
  registrationId,
  removeGate,
  WALK_IN_TYPE,
} from "./gate-rows";
import { outcomeKey } from "../../../lib/platform/outcome";
import { GONE, SAVED } from "../outcomes";

type Reading = {
  nonce: string;
  kind?: string;
  listId: string;
  registrationId: string | null;
  badgeVersion?: number;
  scannedAt: string;
  isOffline?: boolean;
  isForced?: boolean;
};
type Answer = {
  nonce: string;
  result: string;
  readingKind: string;
  first: { at: string; list: string; by: string } | null;
  name: string | null;
};

const minute = (index: number) => new Date(Date.now() - 3_600_000 + index * 1000).toISOString();
const reading = (index: number, changes: Partial<Reading> = {}): Reading => ({
  nonce: randomUUID(),
  listId: GATE_LIST,
  registrationId: registrationId(index),
  badgeVersion: 1,
  scannedAt: minute(0),
  ...changes,
});

async function send(readings: Reading[], token = "token-1"): Promise<Answer[]> {
  const [row] = await sql<
    { answers: Answer[] }[]
  >`select private.record_checkins(${sql.json(readings)}, ${token}, 0) as answers`;
  return row!.answers;
}

const shuffle = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** Sends what each device read in batches of random size and order, at the same time, a third of them twice. */
async function replay(devices: readonly { token: string; readings: readonly Reading[] }[]): Promise<void> {
  const batches = devices.flatMap(({ token, readings }) => {
    const shuffled = shuffle(readings);
    const parts = [0, 1, 2, 3].map((part) => shuffled.filter((_, index) => index % 4 === part));
    return [...parts, parts[0]!, parts[1]!].map((part) => ({ token, readings: part }));
  });
  await Promise.all(shuffle(batches).map((batch) => send(batch.readings, batch.token)));
}

/** The state after all readings: one line per reading, without ids that the database makes. */
async function endState() {
  return sql`
    select checkin.nonce, checkin.kind, checkin.result, earliest.nonce as first, checkin.undone_at is not null as is_undone from public.event_checkins as checkin
    left join public.event_checkins as earliest on earliest.id = checkin.first_checkin_id order by checkin.nonce`;
}

beforeAll(() => removeGate(sql));
beforeEach(async () => {
  await removeGate(sql);
  await addGate(sql, 10);
});
afterAll(() => removeGate(sql));

describe("a reading", () => {
  it("admits a confirmed registration once and answers a duplicate with time, list and reader of the entry", async () => {
    await addRegistration(sql, 1);
    const [first] = await send([reading(1)]);
    const [second] = await send([reading(1, { scannedAt: minute(60) })], "token-2");
    expect(first).toMatchObject({ result: "ok", first: null, name: "Pessoa 1" });
    expect(second).toMatchObject({ result: "duplicate", first: { list: "Entrada", by: "Portão 1" } });
  });

  it.each([
    ["pending", "not_approved"],
    ["waitlisted", "not_approved"],
    ["cancelled", "not_approved"],
    ["awaiting_payment", "unpaid"],
  ])("of a registration that is %s is %s", async (status, result) => {
    await addRegistration(sql, 1, { status });
    expect(await send([reading(1)])).toMatchObject([{ result }]);
  });

  it("of an unknown code, another event, a replaced badge or another list is no entry", async () => {
    await addRegistration(sql, 1);
    await addRegistration(sql, 2, { event: OTHER_EVENT });
    await sql`update public.event_registrations set badge_version = 2 where id = ${registrationId(1)}`;
    const given = [
      reading(9, { registrationId: null }),
      reading(2),
      reading(1),
      reading(1, { listId: KIT_LIST, badgeVersion: 2 }),
    ];
    const answers = await send(given);
    expect(given.map(({ nonce }) => answers.find((answer) => answer.nonce === nonce)?.result)).toEqual([
      "unknown",
      "wrong_event",
      "revoked_badge",
      "wrong_list",
    ]);
    expect((await sql`select registration_id from public.event_checkins where result = 'wrong_event'`)[0]).toEqual({
      registration_id: null,
    });
  });

  it("is an entry again on a list with re-entry", async () => {
    await addRegistration(sql, 1);
    await send([reading(1, { listId: MEAL_LIST })]);
    expect(await send([reading(1, { listId: MEAL_LIST, scannedAt: minute(9) })])).toMatchObject([
      { result: "ok", first: { by: "Portão 1" } },
    ]);
  });

  it("of a device whose link ended is stored when it was made before the end, for 7 days", async () => {
    await addRegistration(sql, 1);
    await sql`update public.checkin_devices set revoked_at = now() where name = 'Portão 1'`;
    await sql`update public.checkin_devices set created_at = now() - interval '2 days', expires_at = now() - interval '1 minute' where name = 'Portão 2'`;
    expect(await send([reading(1, { isOffline: true })], "token-1")).toMatchObject([{ result: "ok" }]);
    expect(await send([reading(1, { scannedAt: minute(1), isOffline: true })], "token-2")).toMatchObject([
      { result: "duplicate" },
    ]);
    expect(await send([reading(1)], "token-1")).toEqual([]);
    const late = reading(1, { isOffline: true, scannedAt: new Date(Date.now() + 60_000).toISOString() });
    expect([await send([late], "token-1"), await send([late], "token-2")]).toEqual([[], []]);
    await sql`update public.checkin_devices set created_at = now() - interval '9 days', revoked_at = now() - interval '8 days' where name = 'Portão 1'`;
    for (const token of ["token-1", "wrong"])
      await expect(send([reading(1)], token)).rejects.toMatchObject({ code: "42501" });
  });

  it("of a device whose link ended is the only thing that the link still does", async () => {
    await addRegistration(sql, 1);
    const one = reading(1);
    await send([one]);
    await sql`update public.checkin_devices set revoked_at = now()`;
    const calls = [
      () => sql`select private.read_gate(null, 'token-1')`,
      () => sql`select private.undo_checkin(${one.nonce}, 'token-1')`,
      () =>
        sql`select private.add_walk_in(${sql.json({ nonce: randomUUID(), listId: GATE_LIST, typeId: WALK_IN_TYPE, name: "X" })}, 'token-1')`,
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "42501" });
  });

  it("of a list of another event is not stored", async () => {
    await addRegistration(sql, 1);
    const [list] = await sql<{ id: string }[]>`
      insert into public.event_checkin_lists (event_id, name) values (${OTHER_EVENT}, 'Entrada') returning id`;
    expect(await send([reading(1, { listId: list!.id })])).toEqual([]);
    expect(await sql`select 1 from public.event_checkins`).toHaveLength(0);
  });

  it("forced by an operator admits an unpaid registration; a device cannot force", async () => {
    await addRegistration(sql, 1, { status: "awaiting_payment" });
    expect(await send([reading(1, { isForced: true })])).toMatchObject([{ result: "unpaid" }]);
    const [row] = await asRole(
      "editor",
      (tx) => tx`select public.record_checkins(${tx.json([reading(1, { isForced: true })])}) as answers`,
    );
    expect(row!.answers).toMatchObject([{ result: "ok", isForced: true, by: "editor" }]);
  });

  it("more than 500 at once are refused", async () => {
    const many = Array.from({ length: 501 }, () => reading(1));
    await expect(send(many)).rejects.toMatchObject({ code: "22023" });
  });
});

describe("an exit", () => {
  const inside = async () => {
    const [row] = await asRole("editor", (tx) => tx`select public.gate_overview(${GATE_EVENT}) as overview`);
    const [list] = (row!.overview as { inside: { total: number; people: { name: string }[] }[] }).inside;
    return [list!.total, ...list!.people.map(({ name }) => name)];
  };

  it("on a list with re-entry takes the person out of those inside until the next entry", async () => {
    await addRegistration(sql, 1);
    await addRegistration(sql, 2);
    const moves = [
      reading(1, { listId: MEAL_LIST, scannedAt: minute(1) }),
      reading(2, { listId: MEAL_LIST, scannedAt: minute(2) }),
      reading(1, { listId: MEAL_LIST, kind: "exit", scannedAt: minute(3) }),
    ];
    await send(moves.slice(0, 2));
    expect(await inside()).toEqual([2, "Pessoa 2", "Pessoa 1"]);
    expect(await send(moves.slice(2))).toMatchObject([{ result: "ok", readingKind: "exit", first: null }]);
    expect(await inside()).toEqual([1, "Pessoa 2"]);
    const [gate] = await sql`select private.read_gate(null, 'token-1') as gate`;
    expect((gate!.gate as { left: unknown }).left).toEqual([[MEAL_LIST, registrationId(1)]]);
    expect(await send([reading(1, { listId: MEAL_LIST, scannedAt: minute(4) })])).toMatchObject([
      { result: "ok", first: { by: "Portão 1" } },
    ]);
    expect(await inside()).toEqual([2, "Pessoa 1", "Pessoa 2"]);
  });

  it("is undone alone: the entry stays", async () => {
    await addRegistration(sql, 1);
    const exit = reading(1, { listId: MEAL_LIST, kind: "exit", scannedAt: minute(3) });
    await send([reading(1, { listId: MEAL_LIST, scannedAt: minute(1) }), exit]);
    expect(await sql`select private.undo_checkin(${exit.nonce}, 'token-1') as done`).toMatchObject([{ done: SAVED }]);
    expect(await inside()).toEqual([1, "Pessoa 1"]);
  });

  it("on a list without re-entry is refused", async () => {
    await addRegistration(sql, 1);
    expect(await send([reading(1, { kind: "exit" })])).toMatchObject([{ result: "wrong_list" }]);
    expect(await send([reading(1, { scannedAt: minute(9) })])).toMatchObject([{ result: "ok", first: null }]);
  });
});

describe("a re-entry", () => {
  it("that is undone leaves the first entry", async () => {
    await addRegistration(sql, 1);
    const again = reading(1, { listId: MEAL_LIST, scannedAt: minute(9) });
    await send([reading(1, { listId: MEAL_LIST }), again]);
    await sql`select private.undo_checkin(${again.nonce}, 'token-1')`;
    expect(await sql`select 1 from public.event_checkins where result = 'ok' and undone_at is null`).toHaveLength(1);
  });
});

describe("a printed badge", () => {
  it("is recorded for an operator and is no entry, however often it is printed", async () => {
    const id = await addRegistration(sql, 1);
    await asOwner(async (tx) => {
      await becomeRole(tx, "editor");
      for (let turn = 0; turn < 2; turn += 1) {
        const [row] = await tx`select public.record_checkins(${tx.json([reading(1, { kind: "print" })])}) as answers`;
        expect(row!.answers).toMatchObject([{ result: "ok", readingKind: "print", by: "editor" }]);
      }
      const [row] = await tx`select public.record_checkins(${tx.json([reading(1)])}) as answers`;
      expect(row!.answers).toMatchObject([{ result: "ok", first: null }]);
      const [badge] = await tx`select public.read_badge(${id}) ->> 'full_name' as name`;
      expect(badge).toEqual({ name: "Pessoa 1" });
      await tx`reset role`;
      expect(await tx`select kind, count(*)::int from public.event_checkins group by kind order by kind`).toEqual([
        { kind: "entry", count: 1 },
        { kind: "print", count: 2 },
      ]);
    });
  });

  it("alone earns no certificate", async () => {
    await addRegistration(sql, 1);
    await asOwner(async (tx) => {
      await callAs(tx, "editor", () => tx`select public.record_checkins(${tx.json([reading(1, { kind: "print" })])})`);
      expect(await tx`select private.entered_at(${registrationId(1)}) as at`).toEqual([{ at: null }]);
    });
  });

  it("cannot be recorded by the device of a volunteer, which reads no badge either", async () => {
    const id = await addRegistration(sql, 1);
    expect(await send([reading(1, { kind: "print" })])).toEqual([]);
    expect(await sql`select 1 from public.event_checkins`).toHaveLength(0);
    const [badge] = await asRole("user", (tx) => tx`select public.read_badge(${id}) as badge`);
    expect(badge).toEqual({ badge: null });
  });
});

describe("races", () => {
  it("the same nonce sent 100 times is one row", async () => {
    await addRegistration(sql, 1);
    const one = reading(1);
    await Promise.all(Array.from({ length: 100 }, () => send([one])));
    expect(await endState()).toMatchObject([{ nonce: one.nonce, result: "ok" }]);
  });

  it("three offline devices with overlapping readings end the same in every order of arrival @stress", async () => {
    const count = repetitions(40, 500);
    const people = Math.ceil(count / 2);
    for (let index = 1; index <= people; index += 1) await addRegistration(sql, index);
    const devices = ["token-1", "token-2", "token-3"].map((token, device) => ({
      token,
      readings: Array.from({ length: count }, (_, index) =>
        reading(1 + ((index * 7 + device * 3) % people), {
          scannedAt: minute((index * 13 + device) % 997),
          isOffline: true,
        }),
      ),
    }));
    const ends: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      await sql`delete from public.event_checkins`;
      await replay(devices);
      ends.push([...(await endState())]);
    }
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
    const [totals] = await sql`
      select count(*)::int as stored, count(*) filter (where result = 'ok')::int as entered, count(*) filter (where result = 'duplicate' and first_checkin_id is not null)::int as told
      from public.event_checkins`;
    expect(totals).toEqual({ stored: count * 3, entered: people, told: count * 3 - people });
    for (const { token, readings } of devices) {
      const answers = await send([...readings], token);
      expect(answers).toHaveLength(count);
      expect(answers.every(({ result, first }) => (result === "ok" ? first === null : first !== null))).toBe(true);
    }
  });

  it("entries and exits of three offline devices leave the same people inside in every order of arrival @stress", async () => {
    const count = repetitions(30, 500);
    const people = Math.ceil(count / 3);
    for (let index = 1; index <= people; index += 1) await addRegistration(sql, index);
    const devices = ["token-1", "token-2", "token-3"].map((token, device) => ({
      token,
      readings: Array.from({ length: count }, (_, index) =>
        reading(1 + ((index * 7 + device * 3) % people), {
          kind: (index + device) % 3 === 2 ? "exit" : "entry",
          listId: MEAL_LIST,
          scannedAt: minute((index * 17 + device) % 991),
          isOffline: true,
        }),
      ),
    }));
    const inside = async () => [
      ...(await sql`select registration_id from private.last_movements(${GATE_EVENT}) where kind = 'entry' order by registration_id`),
    ];
    const last = new Map<string, Reading>();
    for (const one of devices.flatMap(({ readings }) => readings)) {
      const known = last.get(one.registrationId!);
      const isLater =
        !known || one.scannedAt > known.scannedAt || (one.scannedAt === known.scannedAt && one.nonce > known.nonce);
      if (isLater) last.set(one.registrationId!, one);
    }
    const expected = [...last].filter(([, { kind }]) => kind === "entry").map(([id]) => ({ registration_id: id }));
    for (let round = 0; round < 3; round += 1) {
      await sql`delete from public.event_checkins`;
      await replay(devices);
      expect(await inside()).toEqual(expected.toSorted((a, b) => (a.registration_id < b.registration_id ? -1 : 1)));
    }
    expect(await sql`select 1 from public.event_checkins`).toHaveLength(count * 3);
  });
});

describe("undo", () => {
  it("lets the person enter again, and only the device that read it undoes it", async () => {
    await addRegistration(sql, 1);
    const one = reading(1);
    await send([one]);
    const undo = async (token: string) =>
      (await sql`select private.undo_checkin(${one.nonce}, ${token}) as done`)[0]!.done.outcome === "saved";
    expect(await undo("token-2")).toBe(false);
    expect(await undo("token-1")).toBe(true);
    expect(await undo("token-1")).toBe(false);
    expect(await send([reading(1, { scannedAt: new Date(Date.now() + 5000).toISOString() })])).toMatchObject([
      { result: "ok" },
    ]);
  });

  it("is refused after 15 minutes", async () => {
    await addRegistration(sql, 1);
    const one = reading(1);
    await send([one]);
    await sql`update public.event_checkins set received_at = now() - interval '16 minutes'`;
    expect(await sql`select private.undo_checkin(${one.nonce}, 'token-1') as done`).toMatchObject([{ done: GONE }]);
  });

  it("includes readings from before it that arrive later", async () => {
    await addRegistration(sql, 1);
    const one = reading(1, { scannedAt: minute(5) });
    await send([one]);
    await sql`select private.undo_checkin(${one.nonce}, 'token-1')`;
    await send([reading(1, { scannedAt: minute(2), isOffline: true })], "token-2");
    expect(await sql`select 1 from public.event_checkins where result = 'ok' and undone_at is null`).toHaveLength(0);
  });
});

describe("a walk-in", () => {
  const walkIn = (name: string, nonce = randomUUID()) => ({ nonce, listId: GATE_LIST, typeId: WALK_IN_TYPE, name });
  const add = async (given: object) =>
    (await sql`select private.add_walk_in(${sql.json(given as never)}, 'token-1') as outcome`)[0]!.outcome as {
      outcome: "saved" | "refused";
      reason?: string;
      answer: Answer;
    };

  it("is registered and enters at once, and repeated requests register once", async () => {
    const given = walkIn("Chegou Agora");
    expect(await add(given)).toMatchObject({
      outcome: "saved",
      answer: { result: "ok", isWalkIn: true, name: "Chegou Agora" },
    });
    await add(given);
    expect(
      await sql`select source, status from public.event_registrations where full_name = 'Chegou Agora'`,
    ).toMatchObject([{ source: "walk_in", status: "confirmed" }]);
  });

  it("takes the last place once when several are registered at the same time", async () => {
    await sql`update public.event_registration_types set taken = capacity - 1 where id = ${WALK_IN_TYPE}`;
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => add(walkIn(`Pessoa ${index}`))));
    expect(outcomes.map((one) => outcomeKey(one)).sort()).toEqual([...Array<string>(7).fill("full"), "saved"]);
    expect(await sql`select taken from public.event_registration_types where id = ${WALK_IN_TYPE}`).toMatchObject([
      { taken: 10 },
    ]);
  });

  it("that is undone returns its place", async () => {
    const given = walkIn("Foi embora");
    await add(given);
    await sql`select private.undo_checkin(${given.nonce}, 'token-1')`;
    expect(await sql`select taken from public.event_registration_types where id = ${WALK_IN_TYPE}`).toMatchObject([
      { taken: 0 },
    ]);
    expect(await sql`select status from public.event_registrations where full_name = 'Foi embora'`).toMatchObject([
      { status: "cancelled" },
    ]);
  });

  it("without an e-mail receives no mail", async () => {
    await asOwner(async (tx) => {
      const [row] = await tx`select private.enqueue_mail('abc@walk-in.invalid', 'some_mail') as job`;
      expect(row).toEqual({ job: null });
    });
  });
});

describe("the list on a device", () => {
  it("contains of a person what the gate shows and searches, and of the mail its first six characters", async () => {
    await addRegistration(sql, 1);
    await sql`insert into public.registration_vehicles (registration_id, position, make, model, year, plate) values (${registrationId(1)}, 1, 'Volkswagen', 'Fusca', 1968, 'abc-1d23')`;
    await sql`update public.event_registrations set code = 'UWSMJWS3', email = 'ana.souza@example.org' where id = ${registrationId(1)}`;
    const [row] = await sql`select private.read_gate(null, 'token-1') as gate`;
    expect(row!.gate).toMatchObject({
      event: { id: GATE_EVENT },
      device: { name: "Portão 1" },
      people: [
        [
          registrationId(1),
          "Pessoa 1",
          "publico",
          "Volkswagen Fusca 1968",
          "c",
          1,
          { code: "UWSMJWS3", mail: "ana.so", plates: "ABC1D23" },
        ],
      ],
    });
    expect(JSON.stringify(row!.gate)).not.toMatch(/ana\.sou|example\.org/);
  });

  it("of 5,000 registrations with entries is smaller than 2 MB", async () => {
    await asOwner(async (tx) => {
      await tx`
        insert into public.event_registrations (code, event_id, type_id, full_name, email, status)
        select translate(lpad(to_hex(index), 8, 'A'), '01abcdef', 'XYABCDEF'), ${GATE_EVENT}, ${WALK_IN_TYPE}, 'Maria Aparecida dos Santos Oliveira ' || index, 'a@example.org', 'confirmed'
        from generate_series(4096, 9095) as index`;
      await tx`insert into public.registration_vehicles (registration_id, position, make, model, year)
        select id, 1, 'Volkswagen', 'Karmann-Ghia TC Conversível', 1972 from public.event_registrations where event_id = ${GATE_EVENT}`;
      await tx`insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
        select ${GATE_LIST}, id, gen_random_uuid(), 'ok', now() from public.event_registrations where event_id = ${GATE_EVENT}`;
      const [row] = await tx`select octet_length(private.read_gate(null, 'token-1')::text) as bytes`;
      expect(row!.bytes).toBeLessThan(2_000_000);
    });
  });

  it("names confirmed registrations that were cancelled by their id alone, and no people after the event", async () => {
    await addRegistration(sql, 1);
    const cancelled = await addRegistration(sql, 2, { status: "cancelled" });
    await addRegistration(sql, 3, { status: "cancelled" });
    await sql`update public.event_registrations set confirmed_at = now() where id = ${cancelled}`;
    const read = async () =>
      (await sql`select private.read_gate(null, 'token-1') as gate`)[0]!.gate as Record<string, unknown[]>;
    await send([reading(1)]);
    const gate = await read();
    expect([gate.cancelled, gate.people!.length, gate.entries!.length]).toEqual([[cancelled], 1, 1]);
    expect(JSON.stringify(gate)).not.toContain("Pessoa 2");
    await sql`update public.events set starts_at = now() - interval '2 days', ends_at = now() - interval '13 hours' where id = ${GATE_EVENT}`;
    const after = await read();
    expect([after.people, after.entries]).toEqual([[], []]);
  });

  it("makes the default lists once when the gate is first opened", async () => {
    await asOwner(async (tx) => {
      await becomeRole(tx, "admin");
      await tx`select public.read_gate(${OTHER_EVENT})`;
      const [row] = await tx`select public.read_gate(${OTHER_EVENT}) as gate`;
      expect((row!.gate as { lists: { purpose: string }[] }).lists.map(({ purpose }) => purpose)).toEqual([
        "entry",
        "vehicle",
        "kit",
      ]);
    });
  });
});

describe("reports", () => {
  it("compare events: arrivals per hour, people who did not come, duplicates, offline readings and devices", async () => {
    for (const index of [1, 2, 3]) await addRegistration(sql, index);
    const at = (text: string) => ({
      scannedAt: `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T${text}Z`,
      isOffline: true,
    });
    await send([
      reading(1, at("10:05:00")),
      reading(2, at("10:50:00")),
      reading(2, at("11:10:00")),
      reading(9, { ...at("11:20:00"), registrationId: null }),
    ]);
    await sql`update public.checkin_devices set revoked_at = now() where name = 'Portão 3'`;
    const rows = await asRole("admin", (tx) => tx`select * from public.checkin_comparison()`);
    const found = rows.find(({ id }) => id === GATE_EVENT)!;
    expect(found).toMatchObject({
      confirmed: "3",
      came: "2",
      confirmed_people: "3",
      came_people: "2",
      arrival_hours: "1",
      busiest_arrivals: "2",
      readings: "4",
      duplicates: "1",
      refusals: "1",
      offline: "4",
      devices: "3",
      revoked_devices: "1",
    });
    expect((found.busiest_hour as Date).toISOString()).toMatch(/T10:00:00/);
    expect(rows.some(({ id }) => id === OTHER_EVENT)).toBe(false);
  });

  it("count entries, duplicates, offline readings and people who did not come", async () => {
    await addRegistration(sql, 1);
    await addRegistration(sql, 2);
    await send([reading(1), reading(1, { scannedAt: minute(30), isOffline: true })]);
    const [row] = await asRole(
      "admin",
      (tx) => tx`select public.checkin_usage(${GATE_EVENT}) as usage, public.gate_overview(${GATE_EVENT}) as overview`,
    );
    expect(row!.usage).toMatchObject({
      total: 2,
      offline: 1,
      confirmed: 2,
      came: 1,
      results: { ok: 1, duplicate: 1 },
      readers: [{ name: "Portão 1", isDevice: true, readings: 2, entries: 1, duplicates: 1 }],
    });
    expect(row!.overview).toMatchObject({
      counts: expect.arrayContaining([
        { listId: GATE_LIST, kind: "publico", entered: 1, expected: 2, enteredPeople: 1, expectedPeople: 2 },
      ]),
    });
  });
});
