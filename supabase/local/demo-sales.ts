import type { Backend } from "./backend";

/** Example values with names that mark them as examples; no real prices. */
const DEMO_PLANS = [
  { name: "Exemplo: banner 30 dias", price: 190, days: 30 },
  { name: "Exemplo: banner 90 dias", price: 490, days: 90 },
  { name: "Exemplo: banner 1 ano", price: 1690, days: 365 },
];
const NOTE = "Valor de exemplo: troque em Planos de Publicidade antes de vender.";
/** An example CPF with valid check digits. */
const DEMO_DOCUMENT = "87146093204";

/** Adds example plans and a seller to the demo accounts; existing rows stay unchanged. */
export async function ensureDemoSales({ sql }: Backend, sellerEmail: string): Promise<void> {
  const [table] = await sql`select 1 from pg_class where oid = to_regclass('public.sales')`;
  if (!table) return;
  for (const { name, price, days } of DEMO_PLANS) {
    await sql`
      insert into public.publication_plans (name, description, price, duration_days)
      select ${name}, ${NOTE}, ${price}, ${days}
      where not exists (select from public.publication_plans where description is distinct from ${NOTE} or name = ${name})`;
  }
  await sql`
    insert into public.sellers (user_id, full_name, document, phone, status, approved_at)
    select id, 'Vendedora de Demonstração', ${DEMO_DOCUMENT}, '(00) 00000-0000', 'active', now()
    from auth.users where email = ${sellerEmail}
    on conflict do nothing`;
}
