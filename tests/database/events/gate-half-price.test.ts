import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { asRole, sql } from "../as-role";
import {
  addGate,
  addRegistration,
  GATE_EVENT,
  GATE_LIST,
  MEAL_LIST,
  OTHER_EVENT,
  registrationId,
  removeGate,
} from "./gate-rows";

const start = Date.now() - 3_600_000;
const at = (minute: number) => new Date(start + minute * 60_000).toISOString();

type Note = { nonce: string; kind: string; listId: string; registrationId: string; scannedAt: string };
const note = (minute: number, isSeen = true, changes: Partial<Note> = {}) => ({
  nonce: randomUUID(),
  kind: isSeen ? "proof_seen" : "proof_unseen",
  listId: GATE_LIST,
  registrationId: registrationId(1),
  badgeVersion: null,
  scannedAt: at(minute),
  isOffline: true,
  ...changes,
});

async function send(notes: ReturnType<typeof note>[], token = "token-1") {
  const [row] = await sql<
    { answers: { nonce: string; result: string; isHalfPriceSeen: boolean }[] }[]
  >`select private.record_checkins(${sql.json(notes)}, ${token}, 0) as answers`;
  return row!.answers;
}

/** When the proof was seen, as stored. */
async function seenAt(index = 1): Promise<string | null> {
  const [row] = await sql<{ seen: Date | null }[]>`
    select half_price_checked_at as seen from public.event_registrations where id = ${registrationId(index)}`;
  return row!.seen?.toISOString() ?? null;
}

beforeEach(async () => {
  await removeGate(sql);
  await addGate(sql);
  await addRegistration(sql, 1);
  await sql`update public.event_registrations set half_price_category = 'student' where id = ${registrationId(1)}`;
});
afterAll(() => removeGate(sql));

describe("the proof of a half price", () => {
  it("is noted once, and again with the same answer when the first one was lost", async () => {
    const seen = note(5);
    const answers = await send([seen]);
    expect(answers).toMatchObject([{ nonce: seen.nonce, result: "ok", isHalfPriceSeen: true }]);
    expect(await send([seen])).toEqual(answers);
    expect(await seenAt()).toBe(at(5));
    const [row] = await sql`select count(*)::int as total from public.event_checkins where kind = 'proof_seen'`;
    expect(row!.total).toBe(1);
  });

  it.each([
    ["the earlier one first", [3, 7]],
    ["the later one first", [7, 3]],
  ])("that two devices without a connection saw has the first time, %s", async (_, minutes) => {
    for (const [index, minute] of minutes.entries()) await send([note(minute)], `token-${index + 1}`);
    expect(await seenAt()).toBe(at(3));
  });

  it("has the first time when two gates send at the same moment", async () => {
    for (let round = 0; round < 10; round += 1) {
      await sql`delete from public.event_checkins where kind = 'proof_seen'`;
      await Promise.all([
        send([note(4)], "token-1"),
        send([note(2, true, { listId: MEAL_LIST })], "token-2"),
        send([note(6)], "token-3"),
      ]);
      expect(await seenAt()).toBe(at(2));
    }
  });

  it("is taken back by the last note, whatever arrives later", async () => {
    await send([note(3), note(5, false)]);
    expect(await seenAt()).toBeNull();
    await send([note(4)], "token-2");
    expect(await seenAt()).toBeNull();
    await send([note(6)], "token-2");
    expect(await seenAt()).toBe(at(6));
  });

  it("is noted for people with a half price of this event only", async () => {
    await addRegistration(sql, 2);
    await addRegistration(sql, 3, { event: OTHER_EVENT });
    await sql`update public.event_registrations set half_price_category = 'student' where id = ${registrationId(3)}`;
    const answers = await send([2, 3].map((index) => note(1, true, { registrationId: registrationId(index) })));
    expect(answers.map(({ result }) => result)).toEqual(["unknown", "unknown"]);
    expect([await seenAt(2), await seenAt(3)]).toEqual([null, null]);
  });

  it("is stored after the link of a device ended, when it was seen before", async () => {
    await sql`update public.checkin_devices set revoked_at = ${at(10)} where event_id = ${GATE_EVENT}`;
    await send([note(9)]);
    expect(await seenAt()).toBe(at(9));
    await send([note(8, true, { scannedAt: at(11) }), note(12, false)]);
    expect(await seenAt()).toBe(at(9));
  });

  it("is no entry", async () => {
    await send([note(1)]);
    const [row] = await sql<{ entered: number; usage: number }[]>`
      select private.entered_people(${registrationId(1)}) as entered,
        (select count(*)::int from private.list_people(${GATE_EVENT})) as usage`;
    expect(row).toEqual({ entered: 0, usage: 0 });
    const [entry] = await send([{ ...note(2), kind: "entry" }]);
    expect(entry).toMatchObject({ result: "ok", isHalfPriceSeen: true });
  });

  it("is noted by operators, and by nobody without work at the gate", async () => {
    const mark = (by: "editor" | "another_user") =>
      asRole(by, async (tx) => {
        const [row] = await tx`select public.record_checkins(${tx.json([note(1)])}) as answer`;
        return row!.answer;
      });
    expect(await mark("editor")).toMatchObject([{ result: "ok", isHalfPriceSeen: true }]);
    await expect(mark("another_user")).rejects.toMatchObject({ code: "42501" });
  });
});
