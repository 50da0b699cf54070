import { failure, ok, warning, type Finding } from "./finding";

const TIMEOUT_MS = 10_000;

type Readiness = { ready?: boolean; database?: string; migrations?: string };

/** Whether the site answers at its public address and is ready; before the first deployment it does not. */
export async function checkSite(siteUrl: string): Promise<Finding[]> {
  const address = new URL("/api/health/ready", siteUrl);
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => error);
  if (answer instanceof Error)
    return [
      warning(
        `site: ${siteUrl} não responde`,
        "antes da primeira publicação é o esperado; depois confira o proxy, o DNS e o serviço",
      ),
    ];
  const state = (await answer.json().catch(() => ({}))) as Readiness;
  if (state.migrations === "missing")
    return [
      failure("site: no ar com um banco sem as migrações dele", 'rode: npx supabase db push --db-url "$DATABASE_URL"'),
    ];
  if (state.database === "down")
    return [
      failure(
        "site: no ar, mas o banco não responde a ele",
        "confira NEXT_PUBLIC_SUPABASE_URL e as chaves no serviço do site",
      ),
    ];
  if (!answer.ok || state.ready !== true)
    return [
      failure(`site: /api/health/ready respondeu ${answer.status}`, "veja o log do site e a configuração do proxy"),
    ];
  if (!answer.headers.get("x-request-id"))
    return [
      warning("site: responde sem x-request-id", "o proxy remove o cabeçalho; deixe-o passar para achar erros no log"),
    ];
  return [ok("site: no ar e pronto")];
}
