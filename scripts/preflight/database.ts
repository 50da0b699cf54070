import type { Sql, TransactionSql } from "postgres";
import { failure, ok, warning, type Finding } from "./finding";

type Database = Sql | TransactionSql;

const STATES = 27;
const LARGEST_SKEW_SECONDS = 5;
const OLDEST_OUTBOX_SECONDS = 300;
const OLDEST_BACKUP_HOURS = 26;
const OLDEST_POSTGRES = 150_000;

type Facts = {
  user: string;
  is_super: boolean;
  owns: boolean;
  zone: string;
  seconds: number;
  number: number;
  roles: number;
};

/** The role of the connection, the roles of the API, the version, time zone and clock. */
export async function checkServer(sql: Database, now = Date.now()): Promise<Finding[]> {
  const [facts] = await sql<Facts[]>`
    select current_user as user, rolsuper as is_super, current_setting('TimeZone') as zone,
      has_schema_privilege('public', 'create') as owns, extract(epoch from clock_timestamp())::float8 as seconds,
      current_setting('server_version_num')::int as number,
      (select count(*)::int from pg_roles where rolname in ('anon', 'authenticated', 'service_role')) as roles
    from pg_roles where rolname = current_user`;
  if (!facts) throw new Error("o banco não respondeu");
  const found: Finding[] = [];
  if (facts.roles < 3)
    found.push(
      failure(
        "papéis: faltam anon, authenticated ou service_role",
        "o banco não é de um projeto Supabase: confira DATABASE_URL",
      ),
    );
  else if (facts.owns) found.push(ok(`papéis: a conexão é de ${facts.user}${facts.is_super ? ", superusuário" : ""}`));
  else found.push(failure(`papéis: ${facts.user} não pode criar tabelas`, "use a conexão do papel postgres"));
  if (facts.number < OLDEST_POSTGRES) found.push(failure("PostgreSQL: versão antiga", "use a versão 15 ou mais nova"));
  if (!/^(?:Etc\/)?UTC$/.test(facts.zone))
    found.push(warning(`fuso do banco: ${facts.zone}`, "rode: alter database postgres set timezone to 'UTC';"));
  else found.push(ok("fuso do banco: UTC"));
  const skew = Math.round(Math.abs(now / 1000 - facts.seconds));
  if (skew > LARGEST_SKEW_SECONDS)
    found.push(
      failure(
        `relógio: esta máquina e o banco diferem em ${skew} s`,
        "ligue o NTP nesta máquina: links e códigos vencem pelo relógio",
      ),
    );
  return found;
}

/** Whether the content of the seed and an administrator exist. */
export async function checkContent(sql: Database): Promise<Finding[]> {
  const [counts] = await sql<{ states: number; admins: number }[]>`
    select (select count(*)::int from public.states) as states,
      (select count(*)::int from public.profiles where role = 'superadministrador') as admins`;
  const { states = 0, admins = 0 } = counts ?? {};
  if (states < STATES) return [failure(`conteúdo: ${states} de ${STATES} estados`, "rode: npm run db:seed")];
  if (admins === 0)
    return [
      warning("conteúdo: nenhuma conta é superadministrador", "veja docs/operate/deployment.md (First deployment)"),
    ];
  return [ok(`conteúdo: ${states} estados, ${admins} superadministrador(es)`)];
}

type Work = { alive: number; waiting: number; failed: number };

/** Whether a worker sent a heartbeat in the last 30 seconds, old rows of the outbox and failed jobs. */
export async function checkWorker(sql: Database): Promise<Finding[]> {
  const [work] = await sql<Work[]>`
    select (select count(*)::int from private.workers where seen_at > now() - interval '30 seconds') as alive,
      (select count(*)::int from private.outbox where created_at < now() - ${OLDEST_OUTBOX_SECONDS} * interval '1 second') as waiting`;
  const { alive = 0, waiting = 0 } = work ?? {};
  if (alive === 0)
    return [
      failure(
        "worker: nenhum em execução, e-mails e avisos não saem",
        "inicie npm run worker como serviço (docs/operate/deploy)",
      ),
    ];
  if (waiting > 0)
    return [
      failure(
        `worker: ${waiting} tarefas esperam há mais de cinco minutos`,
        "veja o log do worker e /admin/system-health",
      ),
    ];
  const failed = await failedJobs(sql);
  if (failed > 0)
    return [warning(`worker: em execução, ${failed} tarefas falharam`, "repita-as em /admin/system-health")];
  return [ok("worker: em execução, nada espera")];
}

/** The tables of the queue are missing until a worker has run. */
async function failedJobs(sql: Database): Promise<number> {
  const [table] = await sql<{ name: string | null }[]>`select to_regclass('pgboss.job')::text as name`;
  if (!table?.name) return 0;
  const [row] = await sql<{ count: number }[]>`select count(*)::int from pgboss.job where state::text = 'failed'`;
  return row?.count ?? 0;
}

/** The age of the last complete backup of the portal, which has the files too. */
export async function checkBackups(sql: Database): Promise<Finding[]> {
  const [row] = await sql<{ hours: number | null }[]>`
    select extract(epoch from now() - max(finished_at))::float8 / 3600 as hours from public.backups where status = 'done'`;
  const hours = row?.hours ?? null;
  if (hours !== null && hours <= OLDEST_BACKUP_HOURS) return [ok(`backup: completo há ${Math.round(hours)} h`)];
  const text = hours === null ? "backup: nenhum completo" : `backup: o último tem ${Math.round(hours)} h`;
  return [warning(text, "defina BACKUP_DIR no worker ou baixe um em /admin/system-backup")];
}
