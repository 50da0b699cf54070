import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { NEVER } from "@/lib/panel/admin/rules";
import { asOwner, asRole } from "../as-role";

const TOLL = "10000000-0000-4000-8000-000000000009";
const OTHER = "10000000-0000-4000-8000-000000000008";

const arrange = async (tx: TransactionSql) => {
  await tx`insert into public.tolls (id, name, road, state_abbr, status) values (${TOLL}, 'Praça Velha', 'BR-101', 'SC', 'published'), (${OTHER}, 'Outra', 'BR-116', 'PR', 'draft')`;
};

const price = (tx: TransactionSql, kind: string, from: string, until: string | null = null) =>
  tx`insert into public.toll_prices (toll_id, vehicle_class, price, valid_from, valid_until) values (${TOLL}, ${kind}, 9.9, ${from}, ${until})`;

const pricedOn = async (tx: TransactionSql) =>
  (await tx<{ day: string }[]>`select priced_on::text as day from public.tolls where id = ${TOLL}`)[0]!.day;

describe("start date of a toll's prices", () => {
  it("is the date of the oldest valid price, and 1900 without any", async () => {
    const days = await asOwner(async (tx) => {
      await arrange(tx);
      const found = [await pricedOn(tx)];
      await price(tx, "car", "2020-01-01", "2023-12-31");
      found.push(await pricedOn(tx));
      await price(tx, "car", "2024-01-01");
      await price(tx, "bus", "2022-06-01");
      found.push(await pricedOn(tx));
      await price(tx, "bus", "2025-06-01");
      found.push(await pricedOn(tx));
      await tx`delete from public.toll_prices where toll_id = ${TOLL}`;
      return [...found, await pricedOn(tx)];
    });
    expect(days).toEqual([NEVER, NEVER, "2022-06-01", "2024-01-01", NEVER]);
  });

  it("cannot be written", async () => {
    const day = await asRole(
      "main_admin",
      async (tx) => {
        await arrange(tx);
        await price(tx, "car", "2024-01-01");
      },
      async (tx) => {
        await tx`update public.tolls set priced_on = '2030-01-01' where id = ${TOLL}`;
        return pricedOn(tx);
      },
    );
    expect(day).toBe("2024-01-01");
  });

  it("a price change updates `updated_at` of its plaza", async () => {
    const [row] = await asOwner(async (tx) => {
      await arrange(tx);
      await tx`alter table public.tolls disable trigger tolls_touch`;
      await tx`update public.tolls set updated_at = '2020-01-01'`;
      await price(tx, "car", "2024-01-01");
      return tx`select updated_at > '2020-01-02' as is_newer from public.tolls where id = ${TOLL}`;
    });
    expect(row).toEqual({ is_newer: true });
  });
});

it("a price gets the name of its plaza instead of the name that a caller sends", async () => {
  const names = await asRole("main_admin", arrange, async (tx) => {
    await tx`insert into public.toll_prices (toll_id, vehicle_class, price, valid_from, toll_name) values (${TOLL}, 'car', 1, '2026-01-01', 'Mentira')`;
    const before = await tx`select toll_name from public.toll_prices where toll_id = ${TOLL}`;
    await tx`update public.tolls set name = 'Praça Nova' where id = ${TOLL}`;
    return [...before, ...(await tx`select toll_name from public.toll_prices where toll_id = ${TOLL}`)].map(
      (row) => row.toll_name as string,
    );
  });
  expect(names).toEqual(["Praça Velha", "Praça Nova"]);
});

it("the newer of two verification dates of a place is used", async () => {
  const day = (verified: string | null, checked: string | null) =>
    asOwner(async (tx) => {
      const [row] = await tx<{ day: string | null }[]>`
        insert into public.services (name, slug, state_abbr, category_key, verified_at, check_date)
        select 'Lugar', 'lugar-conferido', 'SC', key, ${verified}, ${checked} from public.service_categories limit 1
        returning checked_on::text as day`;
      return row!.day;
    });
  expect(
    await Promise.all([
      day(null, null),
      day("2025-03-02T01:00:00Z", null),
      day("2025-03-02T12:00:00Z", "2024-01-01"),
      day(null, "2024-01-01"),
    ]),
  ).toEqual([NEVER, "2025-03-01", "2025-03-02", "2024-01-01"]);
});
