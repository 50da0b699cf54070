import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { sessionOf } from "../actors";
import { setClaims, sql } from "../as-role";
import { enrolDevice } from "./gate-rows";
import { STANDS, withoutGuards } from "./registration-guards";
import {
  confirm,
  makeKind,
  payloadOf,
  register,
  removeKind,
  statusOf,
  submit,
  takenOf,
  type Kind,
} from "./registration-support";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 50, onnotice: () => {} });
afterAll(() => many.end());

const TRIES = repetitions(40, 1000);
const PLACES = repetitions(10, 100);
const ROUNDS = repetitions(2, 20);
const STALL = { items: "peças", space_m: 3, parts_origin: true };

/** Sends as many forms at the same time and returns how many got a place. */
async function placesTaken(type: string, tries: number, more: Record<string, unknown> = {}): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: tries }, () => register(many, type, more).catch((error: Error) => error.message)),
  );
  expect(answers.filter((one) => typeof one === "string" && !/no_places|stand_taken/.test(one))).toEqual([]);
  return answers.filter((one) => typeof one !== "string").length;
}

async function withKind<T>(options: Parameters<typeof makeKind>[1], run: (kind: Kind) => Promise<T>): Promise<T> {
  const kind = await makeKind(sql, options);
  try {
    return await run(kind);
  } finally {
    await removeKind(sql, kind);
  }
}

describe("simultaneous registrations", () => {
  it(`${TRIES} tries for ${PLACES} places give exactly ${PLACES} @stress`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withKind({ capacity: PLACES, waiting: false }, async ({ type }) => {
        expect(await placesTaken(type, TRIES)).toBe(PLACES);
        expect(await takenOf(sql, type)).toBe(PLACES);
      });
  });

  it("gives too many places without the lock of the kind", { timeout: 60_000 }, () =>
    withoutGuards(sql, () =>
      withKind({ capacity: 10, waiting: false }, async ({ type }) => {
        expect(await placesTaken(type, 40)).toBeGreaterThan(10);
      }),
    ),
  );

  /** Offers one stand to two kinds; returns how often it was given. */
  const standsTaken = (tries: number) =>
    withKind({ kind: "mercado_pulga", stands: true }, async ({ event, type }) => {
      const [stand] = await sql`insert into public.event_stands (event_id, label) values (${event}, 'A1') returning id`;
      const [other] = await sql<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name, chooses_stand)
        values (${event}, 'mercado_pulga', 'outro', true) returning id`;
      const more = { stand: stand!.id as string, answers: STALL };
      await Promise.all([type, other!.id].map((kind) => placesTaken(kind, tries / 2, more)));
      const [row] = await sql`
        select count(*)::integer as given from public.event_registrations where stand_id = ${stand!.id} and status = 'confirmed'`;
      return row!.given as number;
    });

  it(`${TRIES} tries for one stand give it once @stress`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) expect(await standsTaken(TRIES)).toBe(1);
  });

  it("gives a stand to several when taking it does not ask whether it is free", { timeout: 60_000 }, () =>
    withoutGuards(sql, async () => expect(await standsTaken(40)).toBeGreaterThan(1), STANDS),
  );

  /** One free place, wanted by the waiting list and by a person at the gate; returns who got it. */
  const lastPlace = () =>
    withKind({ capacity: 1 }, async ({ event, type }) => {
      await register(sql, type);
      const waiting = await register(sql, type);
      const token = await enrolDevice(sql, event);
      const [list] =
        await sql`insert into public.event_checkin_lists (event_id, name) values (${event}, 'Entrada') returning id`;
      await sql`update public.event_registration_types set capacity = 2 where id = ${type}`;
      const walkIn = { nonce: randomUUID(), listId: list!.id as string, typeId: type, name: "Rui" };
      const [[added]] = await Promise.all([
        many`select private.add_walk_in(${many.json(walkIn)}, ${token}) ->> 'outcome' as outcome`,
        many`select private.promote_waiting(${type})`,
      ]);
      return `${await statusOf(sql, waiting.id)}, ${added!.outcome}, ${await takenOf(sql, type)} taken`;
    });

  it(
    "the last place goes to the waiting list or to a person at the gate, never to both @stress",
    { timeout: 900_000 },
    async () => {
      for (let round = 0; round < repetitions(5, 200); round++)
        expect(["offered, refused, 2 taken", "waitlisted, saved, 2 taken"]).toContain(await lastPlace());
    },
  );

  it("gives the last place to both without the lock of the kind", { timeout: 60_000 }, () =>
    withoutGuards(sql, async () => expect(await lastPlace()).toBe("offered, saved, 3 taken")),
  );

  it("a cancelled place goes to the waiting list, never to a newcomer @stress", { timeout: 900_000 }, async () => {
    for (let round = 0; round < repetitions(3, 200); round++)
      await withKind({ capacity: 1 }, async ({ type }) => {
        const first = await register(sql, type);
        const waiting = await register(sql, type);
        const [, newcomer] = await Promise.all([
          many`select private.cancel_registration(${first.id}, 'x')`,
          register(many, type),
          many`select private.promote_waiting(${type})`,
          many`select private.expire_registration_holds()`,
        ]);
        expect([await statusOf(sql, waiting.id), newcomer.status, await takenOf(sql, type)]).toEqual([
          "offered",
          "waitlisted",
          1,
        ]);
      });
  });

  it(
    "nobody stays registered for an event that is cancelled at the same time @stress",
    { timeout: 900_000 },
    async () => {
      for (let round = 0; round < repetitions(5, 100); round++)
        await withKind({}, async ({ event, type }) => {
          const cancelled = many.begin(async (tx) => {
            await setClaims(tx, "admin");
            const [row] = await tx`
            select private.cancel_event(id, 'Chuva forte', updated_at) ->> 'outcome' as outcome from public.events where id = ${event}`;
            return row!.outcome as string;
          });
          const [outcome, ...forms] = await Promise.all([
            cancelled,
            ...Array.from({ length: 20 }, () => register(many, type).catch((error: Error) => error.message)),
          ]);
          expect(outcome).toBe("saved");
          expect(forms.filter((one) => typeof one === "string" && one !== "registration_closed")).toEqual([]);
          const left =
            await sql`select code from public.event_registrations where event_id = ${event} and status not in ('cancelled', 'unconfirmed')`;
          expect(left).toEqual([]);
        });
      await sql`delete from auth.sessions where id = ${sessionOf("admin")}`;
    },
  );

  it("the same form sent at the same time is stored once", () =>
    withKind({ capacity: 10 }, async ({ type }) => {
      const form = payloadOf(type);
      const filed = await Promise.all(Array.from({ length: 10 }, () => submit(many, type, form)));
      await confirm(sql, filed[0]!.id);
      expect(new Set(filed.map(({ code }) => code)).size).toBe(1);
      expect(await takenOf(sql, type)).toBe(1);
    }));

  it("a payment and the end of the hold at the same time leave a paid place or a refund", async () => {
    for (let round = 0; round < repetitions(3, 100); round++)
      await withKind({ capacity: 1, price: 1000 }, async ({ type }) => {
        const { id } = await register(sql, type);
        const [payment] = await sql`
          insert into public.payments (subject_type, subject_id, method, amount_cents, provider, expires_at)
          values ('registration', ${id}, 'pix', 1000, 'pix', now() - interval '1 second') returning id`;
        await sql`update public.event_registrations set held_until = now() where id = ${id}`;
        await Promise.all([
          many`select private.advance_payment(${payment!.id}, 'paid')`,
          many`select private.expire_registration_holds()`,
        ]);
        const [row] = await sql`select needs_refund from public.payments where id = ${payment!.id}`;
        const status = await statusOf(sql, id);
        await sql`delete from public.payments where id = ${payment!.id}`;
        expect([`confirmed false`, `expired true`]).toContain(`${status} ${row!.needs_refund}`);
      });
  });
});
