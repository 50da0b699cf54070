import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { createAccount, deleteAccount, type OwnAccount } from "./own-account";

export type TestDesk = {
  serviceId: string;
  name: string;
  owner: OwnAccount;
  /** Downloads the voucher as a guest; returns the id. */
  download: (guest: string) => Promise<string>;
  /** Enrols a device and returns the path of its link. */
  enrol: (name: string) => Promise<string>;
  readings: () => Promise<{ result: string; is_offline: boolean; was_served: boolean }[]>;
  remove: () => Promise<void>;
};

/** A published place with an owner and an approved voucher, which no other test uses. */
export async function addDesk(sql: Sql): Promise<TestDesk> {
  const [serviceId, voucherId] = [randomUUID(), randomUUID()];
  const name = `Pousada do balcão ${serviceId.slice(0, 8)}`;
  const owner = await createAccount(sql, "user");
  await sql`
    insert into public.services (id, category_key, name, slug, state_abbr, status, source, check_date)
    values (${serviceId}, 'other', ${name}, ${`balcao-${serviceId}`}, 'SC', 'published', 'teste', current_date)`;
  await sql`insert into public.service_members (service_id, account_id, role) values (${serviceId}, ${owner.id}, 'owner')`;
  await sql`
    insert into public.vouchers (id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, status, decided_at)
    values (${voucherId}, ${serviceId}, 'Café da manhã', 'percent', 15, 'Para duas pessoas.', current_date - 1, current_date + 30, 'active', now())`;
  return {
    serviceId,
    name,
    owner,
    download: async (guest) => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.voucher_downloads (voucher_id, guest_name, guest_phone, request_id, expires_at)
        values (${voucherId}, ${guest}, '48999990000', gen_random_uuid(), now() + interval '30 days') returning id`;
      return row!.id;
    },
    enrol: async (device) => {
      const token = randomBytes(32).toString("base64url");
      await sql`
        insert into public.voucher_devices (service_id, name, token_hash, expires_at)
        values (${serviceId}, ${device}, ${createHash("sha256").update(token).digest("hex")}, now() + interval '1 day')`;
      return `/balcao/${token}`;
    },
    readings: () => sql`
      select result, is_offline, was_served from public.voucher_redemptions where service_id = ${serviceId} order by received_at, scanned_at`,
    remove: async () => {
      await sql`delete from public.services where id = ${serviceId}`;
      await deleteAccount(sql, owner);
    },
  };
}
