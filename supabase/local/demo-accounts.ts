import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Hono } from "hono";
import type { Account } from "./accounts";
import type { Backend } from "./backend";
import { writePrivately } from "./keys";
import { BootError, type DemoAccount, progress } from "./report";

const PASSWORD_BYTES = 12;
const DOMAIN = "lacambeche.local";
/** Marks accounts that this module locked, so that it does not unlock an account banned by a manager. */
const LOCKED_UNTIL = "9999-01-01T00:00:00Z";

const DEMO_PEOPLE = [
  { role: "user", username: "viajante", fullName: "Viajante de Demonstração" },
  { role: "vendedor", username: "vendedora", fullName: "Vendedora de Demonstração" },
  { role: "editor", username: "editor", fullName: "Editor de Demonstração" },
  { role: "admin", username: "administradora", fullName: "Administradora de Demonstração" },
  { role: "main_admin", username: "admin-principal", fullName: "Administrador Principal de Demonstração" },
  { role: "superadministrador", username: "superadministrador", fullName: "Superadministrador de Demonstração" },
] as const;

type Person = (typeof DEMO_PEOPLE)[number];

/** Loads the passwords; new ones are saved before the first account is created, so that a crash loses none. */
function loadDemoAccounts(dir: string): { list: DemoAccount[]; isNew: boolean } {
  const file = path.join(dir, "demo-accounts.json");
  const known = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as DemoAccount[]) : [];
  const list = DEMO_PEOPLE.map(
    ({ role }): DemoAccount =>
      known.find((account) => account.role === role) ?? {
        role,
        email: `${role.replaceAll("_", "-")}@${DOMAIN}`,
        password: randomBytes(PASSWORD_BYTES).toString("base64url"),
      },
  );
  const isNew = known.length < list.length;
  if (isNew) writePrivately(file, `${JSON.stringify(list, null, 2)}\n`);
  return { list, isNew };
}

async function callAdmin(backend: Backend, gateway: Hono, method: string, route: string, body: object): Promise<void> {
  const headers = { apikey: backend.keys.secretKey, "content-type": "application/json" };
  const answer = await gateway.fetch(
    new Request(`http://localhost/auth/v1/admin/users${route}`, { method, headers, body: JSON.stringify(body) }),
  );
  if (!answer.ok)
    throw new BootError(
      `As contas de demonstração não puderam ser criadas: ${await answer.text()}. Use SUPABASE_LOCAL_DEMO=0 para iniciar sem elas.`,
    );
}

async function ensureAccount(
  backend: Backend,
  gateway: Hono,
  account: DemoAccount,
  person: Person,
  existing: Account | undefined,
  isNew: boolean,
): Promise<void> {
  const { email, password } = account;
  if (!existing) {
    const user_metadata = { username: person.username, full_name: person.fullName };
    await callAdmin(backend, gateway, "POST", "", { email, password, email_confirm: true, user_metadata });
  } else if (isNew) {
    await callAdmin(backend, gateway, "PUT", `/${existing.id}`, { password });
  }
}

/** Locks demo accounts of earlier starts, because their passwords are in a file next to the database. */
export async function lockDemoAccounts({ sql, accounts, settings }: Backend): Promise<void> {
  const file = path.join(settings.dir, "demo-accounts.json");
  if (!fs.existsSync(file)) return;
  const known = JSON.parse(fs.readFileSync(file, "utf8")) as DemoAccount[];
  const locked = await sql<{ id: string }[]>`
    update auth.users set banned_until = ${LOCKED_UNTIL}, updated_at = now()
    where email = any (${known.map(({ email }) => email)}) and banned_until is distinct from ${LOCKED_UNTIL} returning id`;
  for (const { id } of locked) await accounts.endSessions(id);
  if (locked.length > 0)
    progress(`${locked.length} contas de demonstração bloqueadas; SUPABASE_LOCAL_DEMO=1 as libera`);
}

/** Creates one account per role through the admin API; can be repeated after an interruption. */
export async function ensureDemoAccounts(backend: Backend, gateway: Hono): Promise<DemoAccount[]> {
  const [table] =
    await backend.sql`select 1 from pg_attribute where attrelid = to_regclass('public.profiles') and attname = 'email_verified_at'`;
  if (!table) {
    progress("sem tabela de perfis ainda: contas de demonstração adiadas");
    return [];
  }
  const { accounts } = backend;
  const { list, isNew } = loadDemoAccounts(backend.settings.dir);
  for (const account of list) {
    const person = DEMO_PEOPLE.find((one) => one.role === account.role);
    if (!person) continue;
    await ensureAccount(backend, gateway, account, person, await accounts.byEmail(account.email), isNew);
    await backend.sql`
      update public.profiles set role = ${account.role}, email_verified_at = coalesce(email_verified_at, now())
      where id = (select id from auth.users where email = ${account.email}) and (role::text <> ${account.role} or email_verified_at is null)`;
    await backend.sql`update auth.users set banned_until = null where email = ${account.email} and banned_until = ${LOCKED_UNTIL}`;
  }
  return list;
}
