import { createHash, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";
import { addOwnedPlace, OTHER_PLACE, PLACE } from "./place-rows";
import { addVouchers, VOUCHER } from "./rows";
import { GONE, keyOf } from "../outcomes";

const TOKEN = "r".repeat(43);
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const REPORT = "4e904700-0000-4000-8000-000000000001";

const withReport = async (tx: TransactionSql) => {
  await addOwnedPlace(tx);
  await addVouchers(tx, "active");
  await tx`
    insert into public.voucher_reports (id, service_id, token_hash, created_by)
    values (${REPORT}, ${PLACE}, ${hashOf(TOKEN)}, ${ID_OF.user})`;
};

describeAccess("voucher_reports", withReport, [
  ["select", ["user", "vendedor"], (tx) => tx`select id from public.voucher_reports where service_id = ${PLACE}`],
  [
    "select of the hash of the token",
    NOBODY,
    (tx) => tx`select token_hash from public.voucher_reports where service_id = ${PLACE}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`insert into public.voucher_reports (id, service_id) values (gen_random_uuid(), ${PLACE})`,
    addOwnedPlace,
  ],
  ["update", NOBODY, (tx) => tx`update public.voucher_reports set revoked_at = now() where id = ${REPORT}`],
  ["delete", NOBODY, (tx) => tx`delete from public.voucher_reports where id = ${REPORT}`],
]);

const share = async (tx: TransactionSql, place = PLACE, token: string = randomUUID()) =>
  keyOf(tx`select public.share_voucher_report(gen_random_uuid(), ${place}, ${hashOf(token)}) as answer`);
const read = async (tx: TransactionSql, token = TOKEN) => {
  await becomeRole(tx, "anon");
  return (await tx`select public.read_voucher_report(${token}) as answer`)[0]!.answer as Record<string, unknown> | null;
};

describe("a private link to figures", () => {
  it("shows downloads and redemptions by day without personal data", async () => {
    const report = await asOwner(async (tx) => {
      await withReport(tx);
      await becomeRole(tx, "another_user");
      const [row] = await tx`select public.download_voucher(${VOUCHER}, gen_random_uuid()) ->> 'id' as id`;
      await becomeRole(tx, "vendedor");
      const reading = { nonce: randomUUID(), downloadId: row!.id as string, scannedAt: new Date().toISOString() };
      await tx`select public.record_redemptions(${PLACE}, ${tx.json([reading])})`;
      return read(tx);
    });
    expect(report).toMatchObject({
      state: "open",
      place: "Oficina do Teste",
      days: [{ downloads: 1, redemptions: 1 }],
      vouchers: [{ id: VOUCHER, title: "Desconto", downloads: 1, redemptions: 1, totalLimit: 5 }],
    });
    expect(Object.keys((report!.vouchers as object[])[0]!).toSorted()).toEqual([
      "downloads",
      "id",
      "redemptions",
      "status",
      "title",
      "totalLimit",
      "validFrom",
      "validUntil",
    ]);
    expect(Object.keys(report!).toSorted()).toEqual(["days", "expiresAt", "place", "state", "stateAbbr", "vouchers"]);
  });

  it("lasts 90 days and ends when it is revoked", async () => {
    const found = await asOwner(async (tx) => {
      await withReport(tx);
      const [row] = await tx`select expires_at = created_at + interval '90 days' as lasts from public.voucher_reports`;
      await becomeRole(tx, "vendedor");
      await tx`select public.revoke_voucher_report(${REPORT})`;
      const revoked = await read(tx);
      await tx`reset role`;
      await tx`update public.voucher_reports set revoked_at = null, created_at = now() - interval '91 days', expires_at = now() - interval '1 day'`;
      return [row!.lasts as boolean, revoked, await read(tx), await read(tx, "u".repeat(43))];
    });
    expect(found).toEqual([true, { state: "revoked" }, { state: "expired" }, null]);
  });

  it("is made and revoked by people of the place only", async () => {
    const makes = (actor: "user" | "vendedor" | "admin", place = PLACE) =>
      asRole(actor, addOwnedPlace, (tx) => share(tx, place));
    expect(await makes("user")).toBe("saved");
    expect(await makes("vendedor")).toBe("saved");
    expect(await makes("admin")).toBe("gone");
    expect(await makes("user", OTHER_PLACE)).toBe("gone");
    const [row] = await asRole(
      "another_user",
      withReport,
      (tx) => tx`select public.revoke_voucher_report(${REPORT}) as answer`,
    );
    expect(row!.answer).toEqual(GONE);
  });

  it("has at most four others of the same place", async () => {
    const answers = await asRole("user", addOwnedPlace, async (tx) => {
      const made: string[] = [];
      for (let index = 0; index < 6; index++) made.push(await share(tx));
      return made;
    });
    expect(answers).toEqual(["saved", "saved", "saved", "saved", "saved", "limit"]);
  });
});

describe("what the team watches", () => {
  it("lists places, people with many downloads, readings outside the hours and wrong PINs", async () => {
    const found = await asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await addVouchers(tx, "active");
      await tx`
        insert into public.voucher_downloads (voucher_id, guest_name, guest_phone, request_id, expires_at)
        select ${VOUCHER}, 'Ana', '48 99999-1234', gen_random_uuid(), now() + interval '1 day' from generate_series(1, 10)`;
      await tx`
        insert into public.voucher_redemptions (service_id, nonce, result, scanned_at, is_offline, was_served)
        values (${PLACE}, gen_random_uuid(), 'wrong_time', now(), true, true)`;
      await tx`insert into private.wrong_pins (service_id, caller) select ${PLACE}, 'a' from generate_series(1, 5)`;
      await becomeRole(tx, "editor");
      return (await tx`select public.voucher_oversight() as answer`)[0]!.answer as Record<
        string,
        Record<string, unknown>[]
      >;
    });
    expect(found.partners).toContainEqual(expect.objectContaining({ id: PLACE, vouchers: 1, active: 1 }));
    expect(found.collectors).toEqual([expect.objectContaining({ name: "…1234", downloads: 10, account: null })]);
    expect(found.wrongTimes).toEqual([expect.objectContaining({ id: PLACE, readings: 1, served: 1 })]);
    expect(found.wrongPins).toEqual([expect.objectContaining({ id: PLACE, attempts: 5, callers: 1 })]);
    expect(JSON.stringify(found)).not.toContain("99999");
  });
});
