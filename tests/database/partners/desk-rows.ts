import { createHash, randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { ID_OF } from "../actors";
import { addOwnedPlace, OTHER_PLACE, PLACE } from "./place-rows";
import { addVouchers, VOUCHER } from "./rows";

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
type Tx = Sql | TransactionSql;

/** An approved voucher of `PLACE` and one of `OTHER_PLACE`, both valid for a month. */
export async function addActiveVouchers(sql: Tx): Promise<void> {
  await addOwnedPlace(sql);
  await addVouchers(sql, "active");
}

/** A download of another account; returns its id. */
export async function addDownload(sql: Tx, voucher = VOUCHER): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.voucher_downloads (voucher_id, account_id, request_id, expires_at)
    values (${voucher}, ${ID_OF.another_user}, gen_random_uuid(), now() + interval '30 days') returning id`;
  return row!.id;
}

/** An enrolled device of a place, unlocked by default; returns the token of its link. */
export async function addVoucherDevice(sql: Tx, { place = PLACE, isLocked = false } = {}): Promise<string> {
  const token = randomUUID();
  await sql`
    insert into public.voucher_devices (service_id, name, token_hash, expires_at, unlocked_until, created_by)
    values (${place}, 'Caixa', ${hashOf(token)}, now() + interval '30 days', case when not ${isLocked} then now() + interval '1 hour' end, ${ID_OF.user})`;
  return token;
}

/** Deletes what these functions added. */
export async function removeVouchers(sql: Tx): Promise<void> {
  await sql`delete from public.services where id in (${PLACE}, ${OTHER_PLACE})`;
}
