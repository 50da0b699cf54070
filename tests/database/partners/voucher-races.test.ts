import { randomUUID } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { sql } from "../as-role";
import { addOffered, allowGuests, countsOf, download, removeOffered, type Offered } from "./download-rows";
import { outcomeKey } from "../../../lib/platform/outcome";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 50, onnotice: () => {} });

const TRIES = repetitions(60, 1000);
const LEFT = repetitions(10, 100);
const ROUNDS = repetitions(2, 20);

beforeAll(() => allowGuests(sql));
afterAll(async () => {
  await sql`delete from public.app_settings where key = 'feature_guest_vouchers'`;
  await many.end();
});

async function withVoucher<T>(
  options: Parameters<typeof addOffered>[1],
  run: (offered: Offered) => Promise<T>,
): Promise<T> {
  const offered = await addOffered(sql, options);
  try {
    return await run(offered);
  } finally {
    await removeOffered(sql, offered);
  }
}

const phoneOf = (index: number) => `5548${String(900_000_000 + index)}`;

/** Outcomes of simultaneous downloads, by number. */
async function outcomes(voucher: string, tries: number, asked: (index: number) => { phone: string; request?: string }) {
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, index) => download(many, { voucher, ...asked(index) })),
  );
  const counted: Record<string, number> = {};
  for (const key of answers.map((answer) => outcomeKey(answer) ?? "")) counted[key] = (counted[key] ?? 0) + 1;
  return { counted, ids: new Set(answers.flatMap(({ id }) => id ?? [])).size };
}

/** Runs a test with a download function that does not lock the counts, and restores it. */
async function withoutLock<T>(client: Sql, run: () => Promise<T>): Promise<T> {
  const [original] = await client<{ definition: string }[]>`
    select pg_get_functiondef('private.download_voucher(uuid, uuid, text, text)'::regprocedure) as definition`;
  try {
    await client.unsafe(
      original!.definition.replace(" for update;", ";").replace("if taken >=", "perform pg_sleep(0.1);\n  if taken >="),
    );
    return await run();
  } finally {
    await client.unsafe(original!.definition);
  }
}

describe("simultaneous downloads", () => {
  it(`${TRIES} people and ${LEFT} left: exactly ${LEFT} get one @stress`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withVoucher({ total: LEFT }, async ({ voucher }) => {
        const { counted, ids } = await outcomes(voucher, TRIES, (index) => ({ phone: phoneOf(index) }));
        expect(counted).toEqual({ saved: LEFT, sold_out: TRIES - LEFT });
        expect([ids, ...(await countsOf(sql, voucher))]).toEqual([LEFT, LEFT, LEFT]);
      });
  });

  it(`${TRIES} tries of one person: one gets it @stress`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withVoucher({}, async ({ voucher }) => {
        const { counted } = await outcomes(voucher, TRIES, () => ({ phone: phoneOf(0) }));
        expect(counted).toEqual({ saved: 1, limit: TRIES - 1 });
        expect(await countsOf(sql, voucher)).toEqual([1, 1]);
      });
  });

  it("gives one person several without the lock of the counts", { timeout: 60_000 }, () =>
    withoutLock(sql, () =>
      withVoucher({}, async ({ voucher }) => {
        const { counted } = await outcomes(voucher, 20, () => ({ phone: phoneOf(0) }));
        expect(counted.saved).toBeGreaterThan(1);
      }),
    ),
  );

  it(`one request sent ${TRIES} times downloads once @stress`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withVoucher({ perPerson: 50 }, async ({ voucher }) => {
        const request = randomUUID();
        const { counted, ids } = await outcomes(voucher, TRIES, () => ({ phone: phoneOf(0), request }));
        expect([counted, ids]).toEqual([{ saved: TRIES }, 1]);
        expect(await countsOf(sql, voucher)).toEqual([1, 1]);
      });
  });
});
