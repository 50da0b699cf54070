import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP } from "../actors";
import { asOwner } from "../as-role";

const clear = (tx: TransactionSql) => tx`delete from public.payment_settings where key = 'pix_config'`;
const insert = (tx: TransactionSql) =>
  tx`insert into public.payment_settings (key, is_public) values ('pix_config', true)`;
const fill = (isPublic: boolean) => async (tx: TransactionSql) => {
  await clear(tx);
  await tx`insert into public.payment_settings (key, is_public) values ('pix_config', ${isPublic})`;
};
const select = (tx: TransactionSql) => tx`select 1 from public.payment_settings where key = 'pix_config'`;

describeAccess("payment_settings", fill(true), [
  ["select public ones", ACTORS, select],
  ["select internal ones", MAIN_ADMINS_UP, select, fill(false)],
  ["insert", MAIN_ADMINS_UP, insert, clear],
  [
    "update",
    MAIN_ADMINS_UP,
    `update public.payment_settings set value = '{"enabled": false}' where key = 'pix_config'`,
  ],
  ["delete", MAIN_ADMINS_UP, clear],
]);

describe("payment settings", () => {
  const write = (value: unknown) =>
    asOwner(
      (tx) => tx`
      insert into public.payment_settings (key, value) values ('stripe_config', ${tx.json(value as never)})
      on conflict (key) do update set value = excluded.value`,
    );

  it.each([
    { secret_key: "" },
    { secretKey: "x" },
    { webhook_secret: "x" },
    { restricted_key: "x" },
    { private_key: "x" },
    { publishable_key: "sk_live_abc" },
    { publishable_key: " sk_test_abc" },
    { default_price_id: "rk_live_abc" },
    { default_price_id: "whsec_abc" },
    { nested: { key: "sk_live_abc" } },
    "sk_live_abc",
    ["sk_live_abc"],
  ])("refuse %j", async (value) => {
    await expect(write(value)).rejects.toMatchObject({ code: "23514" });
  });

  it.each([
    { enabled: true, publishable_key: "pk_live_abc", default_price_id: "price_1" },
    { enabled: true, pix_key: "desk_team@example.org", pix_key_type: "email", recipient_name: "Ana", city: "Lages" },
  ])("accept %j", async (value) => {
    await expect(write(value)).resolves.toMatchObject({ count: 1 });
  });

  it("accept no other key", async () => {
    const insertOther = asOwner((tx) => tx`insert into public.payment_settings (key) values ('stripe_secrets')`);
    await expect(insertOther).rejects.toMatchObject({ code: "23514" });
  });
});
