import { projectOf } from "./connection";
import { failure, ok, warning, type Finding } from "./finding";

export type Project = { url: string; publishableKey: string; secretKey: string };

type Claims = { role?: string; ref?: string };

const TIMEOUT_MS = 10_000;

/** Sends a request to the project with one of its keys. */
export const askProject = (project: Project, path: string, key: string): Promise<Response> =>
  fetch(new URL(path, project.url), {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { apikey: key, authorization: `Bearer ${key}` },
  });

/** The claims of a legacy key, which is a JWT; null for a new key. */
function claimsOf(key: string): Claims | null {
  const [, payload = "", signature] = key.split(".");
  if (!signature) return null;
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
  } catch {
    return null;
  }
}

type Kind = { name: string; prefix: string; role: string; where: string };

const KINDS: Record<"publishable" | "secret", Kind> = {
  publishable: {
    name: "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY",
    prefix: "sb_publishable_",
    role: "anon",
    where: "a chave publicável (sb_publishable_… ou anon)",
  },
  secret: {
    name: "SUPABASE_SECRET_KEY",
    prefix: "sb_secret_",
    role: "service_role",
    where: "a chave secreta (sb_secret_… ou service_role)",
  },
};

/** Checks form, role and project of a key without asking the project. */
function checkForm({ name, prefix, role, where }: Kind, key: string, projectUrl: string): Finding | null {
  const copy = `copie ${where} em Project Settings, API Keys`;
  if (key.startsWith(prefix)) return null;
  const claims = claimsOf(key);
  if (!claims) return failure(`${name}: não é ${where}`, copy);
  if (claims.role !== role) return failure(`${name}: tem o papel ${claims.role ?? "?"}, e não ${role}`, copy);
  const project = projectOf(projectUrl);
  if (project && claims.ref && claims.ref !== project)
    return failure(`${name}: é do projeto ${claims.ref}, e não de ${project}`, copy);
  return warning(
    `${name}: chave antiga (JWT)`,
    `funciona; troque por ${prefix}… quando o projeto desativar as antigas`,
  );
}

const refused = (name: string, status: number): Finding =>
  failure(
    `${name}: o projeto recusou a chave (${status})`,
    "confira a chave e NEXT_PUBLIC_SUPABASE_URL em Project Settings, API Keys",
  );

/** Checks that the project accepts both keys, that only the secret one administers accounts, and that visitors read no profile. */
async function checkRights(project: Project): Promise<Finding[]> {
  const { publishableKey, secretKey } = project;
  const states = await askProject(project, "/rest/v1/states?select=abbr&limit=1", publishableKey);
  if (states.status === 404)
    return [
      failure(
        "chaves: o projeto ainda não tem as tabelas do portal",
        'rode: npx supabase db push --db-url "$DATABASE_URL"',
      ),
    ];
  if (!states.ok) return [refused(KINDS.publishable.name, states.status)];
  const list = "/auth/v1/admin/users?per_page=1";
  const admin = await askProject(project, list, secretKey);
  if (!admin.ok) return [refused(KINDS.secret.name, admin.status)];
  const open = await askProject(project, list, publishableKey);
  if (open.ok)
    return [
      failure(
        "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: administra contas, é uma chave secreta",
        "troque já: ela vai para o navegador; depois revogue a chave",
      ),
    ];
  const rows = await askProject(project, "/rest/v1/profiles?select=id&limit=1", publishableKey);
  if (rows.ok && ((await rows.json()) as unknown[]).length > 0)
    return [
      failure(
        "papéis: um visitante lê perfis",
        "as políticas do banco não são as das migrações: compare com npm run db:compare",
      ),
    ];
  return [ok("chaves: o projeto aceita as duas, e só a secreta administra contas")];
}

export async function checkKeys(project: Project): Promise<Finding[]> {
  const forms = [
    checkForm(KINDS.publishable, project.publishableKey, project.url),
    checkForm(KINDS.secret, project.secretKey, project.url),
  ].filter((found) => found !== null);
  if (forms.some(({ level }) => level === "failure")) return forms;
  return [...forms, ...(await checkRights(project))];
}
