import type { Backend } from "./backend";

/** An example CPF with valid check digits. */
const DEMO_DOCUMENT = "87146093204";

/** Adds a seller to the demo accounts; an existing one stays unchanged. */
export async function ensureDemoSales({ sql }: Backend, sellerEmail: string): Promise<void> {
  const [table] = await sql`select 1 from pg_class where oid = to_regclass('public.sales')`;
  if (!table) return;
  await sql`
    insert into public.sellers (user_id, full_name, document, phone, status, approved_at)
    select id, 'Vendedora de Demonstração', ${DEMO_DOCUMENT}, '(00) 00000-0000', 'active', now()
    from auth.users where email = ${sellerEmail}
    on conflict do nothing`;
}
