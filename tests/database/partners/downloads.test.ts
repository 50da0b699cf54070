import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Account, type Actor } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { addOwnedPlace, PLACE } from "./place-rows";
import { addOffered, allowGuests, countsOf, download, type Offered } from "./download-rows";
import { outcomeKey } from "../../../lib/platform/outcome";
import { GONE, refused } from "../outcomes";

const DOWNLOAD = "d0c0ad00-0000-4000-8000-000000000001";
const VOUCHER = "d0c0ad00-0000-4000-8000-000000000002";

/** A download of `user` at the place that `user` owns and `vendedor` works for. */
async function addDownload(tx: TransactionSql): Promise<void> {
  await addOwnedPlace(tx);
  await tx`
    insert into public.vouchers (id, service_id, title, benefit_type, valid_from, valid_until, status)
    values (${VOUCHER}, ${PLACE}, 'Café', 'gift', private.brazilian_today(), private.brazilian_today() + 9, 'active')`;
  await tx`
    insert into public.voucher_downloads (id, voucher_id, account_id, request_id, expires_at)
    values (${DOWNLOAD}, ${VOUCHER}, ${ID_OF.user}, gen_random_uuid(), now() + interval '9 days')`;
}

describeAccess("voucher_downloads", addDownload, [
  ["select", ["user"], (tx) => tx`select short_code from public.voucher_downloads where id = ${DOWNLOAD}`],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.voucher_downloads (voucher_id, account_id, request_id, expires_at)
      values (${VOUCHER}, coalesce(auth.uid(), ${ID_OF.user}), gen_random_uuid(), now() + interval '1 day')`,
    addDownload,
  ],
  ["update", NOBODY, (tx) => tx`update public.voucher_downloads set redeemed_at = now() where id = ${DOWNLOAD}`],
  ["delete", NOBODY, (tx) => tx`delete from public.voucher_downloads where id = ${DOWNLOAD}`],
]);

const PHONE = "+55 (48) 99999-0001";

/** Runs the calls of a test as one caller, with a voucher that the owner of the database prepared. */
const as = <T>(
  actor: Actor,
  options: Parameters<typeof addOffered>[1] & { guestsOn?: boolean },
  run: (tx: TransactionSql, offered: Offered, become: (other: Actor) => Promise<void>) => Promise<T>,
): Promise<T> =>
  asOwner(async (tx) => {
    const { guestsOn, ...voucher } = options;
    await tx`delete from public.app_settings where key = 'feature_guest_vouchers'`;
    if (guestsOn) await allowGuests(tx);
    const offered = await addOffered(tx, voucher);
    await becomeRole(tx, actor);
    return run(tx, offered, (other) => becomeRole(tx, other));
  });

const outcomeOf = async (asked: ReturnType<typeof download>) => outcomeKey(await asked);
const reset = (tx: TransactionSql) => tx`reset role`;

describe("downloading a voucher", () => {
  it("gives an account one, and then the earlier one again", async () => {
    const [first, second] = await as("user", {}, async (tx, { voucher }) => [
      await download(tx, { voucher }),
      await download(tx, { voucher }),
    ]);
    expect(first!.outcome).toBe("saved");
    expect(second).toEqual({ ...refused("limit"), id: first!.id });
  });

  it("gives an account as many as the limit per person, and others their own", async () => {
    const found = await as("user", { perPerson: 2 }, async (tx, { voucher }, become) => {
      const own = [];
      for (let index = 0; index < 3; index++) own.push(await outcomeOf(download(tx, { voucher })));
      await become("another_user");
      return [...own, await outcomeOf(download(tx, { voucher }))];
    });
    expect(found).toEqual(["saved", "saved", "limit", "saved"]);
  });

  it("ends at the total limit, and giving one back frees it for somebody else", async () => {
    const found = await as("user", { total: 1 }, async (tx, { voucher }, become) => {
      const first = await download(tx, { voucher });
      await become("another_user");
      const late = await outcomeOf(download(tx, { voucher }));
      const [foreign] = await tx`select public.cancel_voucher_download(${first.id!}) as done`;
      await become("user");
      const [own] = await tx`select public.cancel_voucher_download(${first.id!}) as done`;
      const [twice] = await tx`select public.cancel_voucher_download(${first.id!}) as done`;
      await become("another_user");
      const given = await outcomeOf(download(tx, { voucher }));
      await reset(tx);
      return [
        first.outcome,
        late,
        foreign!.done.outcome,
        own!.done.outcome,
        twice!.done.outcome,
        given,
        await countsOf(tx, voucher),
      ];
    });
    expect(found).toEqual(["saved", "sold_out", "gone", "saved", "gone", "saved", [1, 1]]);
  });

  it("a voucher that was used cannot be given back", async () => {
    const found = await as("user", {}, async (tx, { voucher }, become) => {
      const { id } = await download(tx, { voucher });
      await reset(tx);
      await tx`update public.voucher_downloads set redeemed_at = now() where id = ${id!}`;
      await become("user");
      return (await tx`select public.cancel_voucher_download(${id!}) as done`)[0]!.done;
    });
    expect(found).toEqual(GONE);
  });

  it("answers a repeated request with the same download, also above the limit", async () => {
    const found = await as("user", { perPerson: 5 }, async (tx, { voucher }, become) => {
      const request = randomUUID();
      const answers = [await download(tx, { voucher, request }), await download(tx, { voucher, request })];
      await become("another_user");
      const foreign = await outcomeOf(download(tx, { voucher, request }));
      await reset(tx);
      return { answers, foreign, counts: await countsOf(tx, voucher) };
    });
    expect(found.answers[1]).toEqual(found.answers[0]);
    expect([found.foreign, found.counts]).toEqual(["gone", [1, 1]]);
  });

  it.each([
    ["a draft", { status: "draft" }],
    ["a voucher that waits for approval", { status: "pending" }],
    ["a paused one", { status: "paused" }],
    ["an ended one", { status: "ended" }],
    ["one that is over", { days: [-9, -1] as [number, number] }],
  ])("%s is gone", async (_, options) => {
    expect(await as("user", options, (tx, { voucher }) => outcomeOf(download(tx, { voucher })))).toBe("gone");
  });

  it("one that starts later can be downloaded", async () => {
    const options = { days: [5, 9] as [number, number] };
    expect(await as("user", options, (tx, { voucher }) => outcomeOf(download(tx, { voucher })))).toBe("saved");
  });
});

describe("downloading without an account", () => {
  const guest = (options: Parameters<typeof addOffered>[1] & { guestsOn?: boolean }, phone: string | null = PHONE) =>
    as("anon", options, (tx, { voucher }) => outcomeOf(download(tx, { voucher, phone })));

  it("is refused while the portal has not switched it on", async () => {
    expect(await guest({ guests: true })).toBe("sign_in");
  });

  it("is refused for a voucher that does not allow it", async () => {
    expect(await guest({ guests: false, guestsOn: true })).toBe("sign_in");
  });

  it("is possible where both allow it", async () => {
    expect(await guest({ guests: true, guestsOn: true })).toBe("saved");
  });

  it.each([null, "123"])("is refused with the phone %s", async (phone) => {
    await expect(guest({ guests: true, guestsOn: true }, phone)).rejects.toThrow(/^invalid$/);
  });

  it("counts a number once however it is written, and never shows its earlier code", async () => {
    const found = await as("anon", { guestsOn: true }, async (tx, { voucher }) => {
      const first = await download(tx, { voucher, phone: PHONE });
      return { first: first.outcome, second: await download(tx, { voucher, phone: "5548999990001" }) };
    });
    expect(found).toEqual({ first: "saved", second: { ...refused("limit"), id: null } });
  });
});

describe("reading", () => {
  type Held = { status: string; isOwn: boolean; shortCode: string };

  it("anyone with the id sees the voucher, without name and phone", async () => {
    const held = await as("anon", { guestsOn: true }, async (tx, { voucher }) => {
      const { id } = await download(tx, { voucher, phone: PHONE });
      return (await tx<{ held: Held }[]>`select public.read_voucher_download(${id!}) as held`)[0]!.held;
    });
    expect(held).toMatchObject({ status: "active", isOwn: false });
    expect(JSON.stringify(held)).not.toMatch(/99999|Rui/);
  });

  it.each(["user", "another_user"] as const)("the list of %s has only own downloads", async (reader: Account) => {
    const found = await as("user", {}, async (tx, { voucher }, become) => {
      await download(tx, { voucher });
      await become(reader);
      const [row] = await tx<{ held: Held[] }[]>`select public.own_voucher_downloads() as held`;
      return row!.held.length;
    });
    expect(found).toBe(reader === "user" ? 1 : 0);
  });

  it("shows everybody what is left of vouchers that are shown", async () => {
    const found = await as("user", { total: 3 }, async (tx, { voucher }, become) => {
      await download(tx, { voucher });
      await become("anon");
      const left = await tx`select remaining from public.voucher_stock(${[voucher]}::uuid[])`;
      await reset(tx);
      await tx`update public.vouchers set status = 'paused' where id = ${voucher}`;
      await become("anon");
      const paused = await tx`select remaining from public.voucher_stock(${[voucher]}::uuid[])`;
      return [left.map(({ remaining }) => remaining), paused.count];
    });
    expect(found).toEqual([[2], 0]);
  });

  it("lists a shown voucher for visitors by its public columns", async () => {
    const found = await as("anon", {}, async (tx, { voucher }) => {
      const rows = await tx`
        select voucher.title, place.name from public.vouchers as voucher
        join public.services as place on place.id = voucher.service_id where voucher.id = ${voucher}`;
      return rows.count;
    });
    expect(found).toBe(1);
  });
});
