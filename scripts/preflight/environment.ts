import { readEnv } from "../../lib/platform/env";
import { isLocalSite } from "../../lib/platform/local-site";
import { failure, ok, warning, type Finding } from "./finding";

type Source = Record<string, string | undefined>;

const PUSH = ["WEB_PUSH_PUBLIC_KEY", "WEB_PUSH_PRIVATE_KEY", "WEB_PUSH_SUBJECT"];

function checkSiteUrl(siteUrl: string): Finding {
  if (isLocalSite(siteUrl))
    return warning(
      `endereço do site: ${siteUrl} é desta máquina`,
      "defina NEXT_PUBLIC_SITE_URL=https://… e compile de novo",
    );
  if (!siteUrl.startsWith("https://"))
    return failure(
      `endereço do site: ${siteUrl} não é https`,
      "sem https o navegador não guarda a sessão; use um proxy com TLS",
    );
  return ok(`endereço do site: ${siteUrl}`);
}

/** The values that the site starts without, but that a site on the internet needs. */
function checkNeeded(env: Source): Finding[] {
  const found: Finding[] = [];
  if (!env.LINK_TOKEN_SECRET)
    found.push(
      warning(
        "LINK_TOKEN_SECRET: falta, os links de pagamento dependem de SUPABASE_SECRET_KEY",
        "defina uma chave própria (openssl rand -base64 32) antes de trocar a chave do projeto",
      ),
    );
  if (!env.TRUST_PROXY)
    found.push(
      warning(
        "TRUST_PROXY: vazio, todos os visitantes atrás de um proxy contam como um só nos limites",
        "defina o endereço do proxy (loopback quando ele roda na mesma máquina)",
      ),
    );
  const push = PUSH.filter((name) => env[name]);
  if (push.length > 0 && push.length < PUSH.length)
    found.push(
      failure(
        `avisos do navegador: falta ${PUSH.filter((name) => !env[name]).join(", ")}`,
        "defina as três ou nenhuma",
      ),
    );
  if (!env.BACKUP_DIR)
    found.push(
      warning(
        "BACKUP_DIR: falta, o worker não guarda cópias",
        "defina uma pasta: os backups do Supabase não têm os arquivos do Storage (docs/operate/backup.md)",
      ),
    );
  return found;
}

/** Checks the variables without asking any service. */
export function checkEnvironment(source: Source): Finding[] {
  try {
    const env = readEnv(source);
    return [ok("variáveis: todas têm o formato certo"), checkSiteUrl(env.NEXT_PUBLIC_SITE_URL), ...checkNeeded(source)];
  } catch (error) {
    return [failure((error as Error).message, "corrija os valores")];
  }
}
