import { randomUUID } from "node:crypto";
import postgres, { type TransactionSql } from "postgres";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { VOUCHER_CASES } from "../../support/voucher-cases";
import { ID_OF } from "../actors";
import { asOwner, asRole, becomeRole, sql } from "../as-role";
import { OTHER_PLACE, PLACE } from "./place-rows";
import { addActiveVouchers, addDownload, addVoucherDevice, removeVouchers } from "./desk-rows";
import { OTHER_VOUCHER, VOUCHER } from "./rows";
import { outcomeKey } from "../../../lib/platform/outcome";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 20, onnotice: () => {} });
afterAll(() => many.end());
beforeEach(() => removeVouchers(sql));
afterEach(() => removeVouchers(sql));

type Answer = {
  nonce: string;
  result: string;
  wasServed: boolean;
  firstName: string | null;
  title: string | null;
  first: { place: string; at: string } | null;
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const reading = (downloadId: string, changes = {}) => ({
  nonce: randomUUID(),
  downloadId,
  scannedAt: minutesAgo(0),
  isOffline: false,
  wasServed: true,
  ...changes,
});

async function record(on: postgres.Sql | TransactionSql, readings: object[], token: string | null, place = PLACE) {
  const [row] = await on<{ answers: Answer[] }[]>`
    select public.record_redemptions(${place}, ${on.json(readings as never)}, ${token}, 0) as answers`;
  return row!.answers;
}
const lookUp = async (tx: TransactionSql, download: string, token: string | null = null, place = PLACE) => {
  const [row] = await tx<{ found: Answer }[]>`
      select public.look_up_voucher(${place}, ${download}, null, ${token}) as found`;
  return row!.found;
};

describe("a redemption", () => {
  it("is stored once per nonce, answers the same again, and another one returns when and where", async () => {
    await addActiveVouchers(sql);
    const [download, token] = [await addDownload(sql), await addVoucherDevice(sql)];
    const first = reading(download);
    const [answer] = await record(sql, [first], token);
    expect(answer).toMatchObject({ result: "redeemed", title: "Desconto", first: null });
    expect(await record(sql, [first], token)).toEqual([answer]);
    const [second] = await record(sql, [reading(download)], token);
    expect(second).toMatchObject({ result: "duplicate", first: { place: "Oficina do Teste" } });
    const [row] =
      await sql`select redeemed_at is not null as used from public.voucher_downloads where id = ${download}`;
    expect(row).toEqual({ used: true });
    const [counts] = await sql`select redemptions from private.voucher_counts where voucher_id = ${VOUCHER}`;
    expect(counts).toEqual({ redemptions: 1 });
  });

  it("is not made by a look-up, which returns when and where it was used", async () => {
    await addActiveVouchers(sql);
    const [download, token] = [await addDownload(sql), await addVoucherDevice(sql)];
    const look = () => sql.begin((tx) => lookUp(tx, download, token));
    expect(await look()).toMatchObject({ result: "redeemed" });
    expect(await sql`select id from public.voucher_redemptions where download_id = ${download}`).toEqual([]);
    await record(sql, [reading(download)], token);
    expect(await look()).toMatchObject({ result: "duplicate", first: { place: "Oficina do Teste" } });
  });

  const TRIES = repetitions(20, 100);
  it(`made ${TRIES} times at the same time is recorded once @stress`, { timeout: 120_000 }, async () => {
    await addActiveVouchers(sql);
    const [download, token] = [await addDownload(sql), await addVoucherDevice(sql)];
    const answers = await Promise.all(
      Array.from({ length: TRIES }, () => record(many, [reading(download)], token).then(([one]) => one!.result)),
    );
    expect(answers.filter((result) => result === "redeemed")).toHaveLength(1);
    expect(answers.filter((result) => result === "duplicate")).toHaveLength(TRIES - 1);
  });

  it("of two desks without a connection is recorded once, and the owner is told about the other one", async () => {
    await addActiveVouchers(sql);
    const download = await addDownload(sql);
    const [one, two] = [await addVoucherDevice(sql), await addVoucherDevice(sql)];
    const offline = { isOffline: true };
    const [[first], [second]] = [
      await record(sql, [reading(download, { ...offline, scannedAt: minutesAgo(2) })], one),
      await record(sql, [reading(download, { ...offline, scannedAt: minutesAgo(3) })], two),
    ];
    expect([first!.result, second!.result, second!.wasServed]).toEqual(["redeemed", "duplicate", true]);
    const told = await sql`
      select title, link from public.notifications where user_id = ${ID_OF.user} and title like 'Voucher usado duas vezes%'`;
    expect(told).toEqual([{ title: "Voucher usado duas vezes: Desconto", link: `/painel/lugares/${PLACE}/vouchers` }]);
    const mails = await sql`
      select data ->> 'to' as to from private.outbox where job = 'send-mail' and data ->> 'template' = 'voucher_used_twice'`;
    expect(mails).toEqual([{ to: "user@actors.example.org" }]);
    await sql`delete from private.outbox where data ->> 'template' = 'voucher_used_twice'`;
    await sql`delete from public.notifications where user_id = ${ID_OF.user} and title like 'Voucher usado duas vezes%'`;
  });

  it("of a refused offline reading notifies nobody", async () => {
    const told = await asOwner(async (tx) => {
      await addActiveVouchers(tx);
      const [download, token] = [await addDownload(tx), await addVoucherDevice(tx)];
      await record(tx, [reading(download)], token);
      await record(tx, [reading(download, { isOffline: true, wasServed: false })], token);
      return tx`select id from public.notifications where user_id = ${ID_OF.user} and title like 'Voucher usado%'`;
    });
    expect(told).toEqual([]);
  });
});

describe("another place", () => {
  it.each([
    ["read", (tx: TransactionSql) => tx`select public.read_voucher_desk(${OTHER_PLACE})`],
    ["looked up at", (tx: TransactionSql) => lookUp(tx, randomUUID(), null, OTHER_PLACE)],
    ["redeemed at", (tx: TransactionSql) => record(tx, [], null, OTHER_PLACE)],
    ["counted", (tx: TransactionSql) => tx`select public.voucher_figures(${OTHER_PLACE})`],
  ])("is not %s by the owner of this one", async (_what, run) => {
    await expect(asRole<unknown>("user", addActiveVouchers, run)).rejects.toMatchObject({ code: "42501" });
  });

  it("is not redeemed at by a device of this one", async () => {
    const run = asOwner(async (tx) => {
      await addActiveVouchers(tx);
      const token = await addVoucherDevice(tx);
      await becomeRole(tx, "anon");
      return record(tx, [], token, OTHER_PLACE);
    });
    await expect(run).rejects.toMatchObject({ code: "42501" });
  });

  it("is told of its voucher without title and name", async () => {
    const found = await asOwner(async (tx) => {
      await addActiveVouchers(tx);
      const download = await addDownload(tx, OTHER_VOUCHER);
      await becomeRole(tx, "user");
      return lookUp(tx, download);
    });
    expect(found).toMatchObject({ result: "wrong_place", title: null, firstName: null });
  });
});

describe("the PIN of a place", () => {
  const RIGHT = "a".repeat(64);
  const WRONG = "b".repeat(64);
  const unlock = async (tx: TransactionSql, token: string, hash: string, caller: string) => {
    const [row] = await tx<
      { answer: { outcome: "saved" | "conflict" | "refused" | "gone"; reason?: string; left?: number } }[]
    >`
        select public.unlock_voucher_device(${token}, ${hash}, ${caller}) as answer`;
    return row!.answer;
  };
  const withPin = <T>(run: (tx: TransactionSql, token: string) => Promise<T>) =>
    asOwner(async (tx) => {
      await addActiveVouchers(tx);
      const token = await addVoucherDevice(tx, { isLocked: true });
      await tx`select public.set_place_pin(${PLACE}, ${RIGHT})`;
      return run(tx, token);
    });

  it("locks a caller after five wrong ones, and no other caller and no account", async () => {
    const outcomes = await withPin(async (tx, token) => {
      const wrong = [];
      for (let attempt = 0; attempt < 6; attempt++) wrong.push(outcomeKey(await unlock(tx, token, WRONG, "a")));
      const locked = await unlock(tx, token, RIGHT, "a");
      const other = await unlock(tx, token, RIGHT, "b");
      const download = await addDownload(tx);
      await becomeRole(tx, "vendedor");
      const [answer] = await record(tx, [reading(download)], null);
      return [...wrong, outcomeKey(locked), outcomeKey(other), answer!.result];
    });
    expect(outcomes).toEqual([...Array(5).fill("wrong"), "locked", "locked", "saved", "redeemed"]);
  });

  it("slows the place down after twenty wrong ones of all callers", async () => {
    const outcomes = await withPin(async (tx, token) => {
      for (let attempt = 0; attempt < 20; attempt++) await unlock(tx, token, WRONG, `caller ${attempt % 5}`);
      const slow = await unlock(tx, token, RIGHT, "z");
      await tx`update private.wrong_pins set at = at - interval '31 seconds' where service_id = ${PLACE}`;
      return [outcomeKey(slow), outcomeKey(await unlock(tx, token, RIGHT, "z"))];
    });
    expect(outcomes).toEqual(["slow", "saved"]);
  });

  it("lets a locked device neither look up nor redeem, and a new PIN locks all devices", async () => {
    const found = await withPin(async (tx, token) => {
      const download = await addDownload(tx);
      const looks = [await lookUp(tx, download, token)];
      const stored = await record(tx, [reading(download)], token);
      await unlock(tx, token, RIGHT, "a");
      looks.push(await lookUp(tx, download, token));
      await tx`select public.set_place_pin(${PLACE}, ${WRONG})`;
      looks.push(await lookUp(tx, download, token));
      return [stored, looks.map(({ result }) => result)];
    });
    expect(found).toEqual([[], ["locked", "redeemed", "locked"]]);
  });

  it("is set and checked by the server only", async () => {
    const set = (tx: TransactionSql) => tx`select public.set_place_pin(${PLACE}, ${RIGHT})`;
    await expect(asRole("user", addActiveVouchers, set)).rejects.toMatchObject({ code: "42501" });
    const tryPin = (tx: TransactionSql) => unlock(tx, "x", RIGHT, "a");
    await expect(asRole("user", addActiveVouchers, tryPin)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("the rules of the database", () => {
  // lib/partners/desk/rules.test.ts compares the same cases with judgeVoucher.
  it.each(VOUCHER_CASES)("a voucher $name is $result", async ({ zone, moment, held, result }) => {
    const { isHere = true, isRedeemed = false, isCancelled = false, expiresAt = "2100-01-01T00:00:00Z" } = held;
    const { validFrom = "2026-01-01", weekdays = [], startsAt = null, endsAt = null, isEnded = false } = held;
    const judged = await asOwner(async (tx) => {
      await addActiveVouchers(tx);
      await tx`update public.services set state_abbr = ${zone.endsWith("Branco") ? "AC" : "SC"} where id = ${PLACE}`;
      await tx`
        update public.vouchers set valid_from = ${validFrom}, valid_until = ${validFrom}::date + 700, weekdays = ${weekdays},
          starts_at = ${startsAt}, ends_at = ${endsAt}, status = ${isEnded ? "ended" : "active"} where id = ${VOUCHER}`;
      const download = await addDownload(tx, isHere ? VOUCHER : OTHER_VOUCHER);
      await tx`
        update public.voucher_downloads set expires_at = ${expiresAt}, redeemed_at = case when ${isRedeemed} then now() end,
          cancelled_at = case when ${isCancelled} then now() end where id = ${download}`;
      const [row] = await tx<{ result: string }[]>`
        select private.judge_voucher(held, ${PLACE}, ${moment}) as result from public.voucher_downloads as held where id = ${download}`;
      return row!.result;
    });
    expect(judged).toBe(result);
  });
});
