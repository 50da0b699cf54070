import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { failure, ok, warning, type Finding } from "./finding";

const SUPABASE = path.resolve(import.meta.dirname, "../../supabase");
const TIMEOUT_MS = 15_000;

type Template = { subject: string; content_path: string };
type AuthFile = {
  minimum_password_length: number;
  email: {
    otp_length: number;
    otp_expiry: number;
    double_confirm_changes: boolean;
    secure_password_change: boolean;
    template: Record<string, Template>;
  };
};
/** The settings of a hosted project, by the names of the Management API. */
type Config = Record<string, unknown>;
type Wanted = readonly [field: string, value: unknown, name: string];

const authFile = (): AuthFile =>
  (parse(readFileSync(path.join(SUPABASE, "config.toml"), "utf8")) as unknown as { auth: AuthFile }).auth;

const contentOf = ({ content_path: file }: Template) => readFileSync(path.resolve(SUPABASE, "..", file), "utf8");

/** What `supabase/config.toml` sets, by the names of the Management API. */
function wantedSettings({ email, minimum_password_length: length }: AuthFile, siteUrl: string): Wanted[] {
  return [
    ["site_url", siteUrl, "Site URL"],
    ["mailer_autoconfirm", false, "Confirm email desligado"],
    ["mailer_otp_length", email.otp_length, "dígitos do código"],
    ["mailer_otp_exp", email.otp_expiry, "validade do código em segundos"],
    ["mailer_secure_email_change_enabled", email.double_confirm_changes, "confirmação nos dois e-mails"],
    ["security_update_password_require_reauthentication", email.secure_password_change, "troca de senha segura"],
    ["security_manual_linking_enabled", true, "vincular e desvincular o Google (manual linking)"],
    ["security_sb_forwarded_for_enabled", true, "endereço do visitante (IP Address Forwarding)"],
    ["mfa_totp_enroll_enabled", true, "segundo fator: cadastro"],
    ["mfa_totp_verify_enabled", true, "segundo fator: verificação"],
    ["password_min_length", length, "tamanho mínimo da senha"],
  ];
}

const sameText = (one: unknown, other: string) => typeof one === "string" && one.trim() === other.trim();

/** Compares the settings of a project with `supabase/config.toml` and the mail templates. */
export function compareConfig(config: Config, siteUrl: string): Finding[] {
  const file = authFile();
  const different = wantedSettings(file, siteUrl).filter(([field, value]) => config[field] !== value);
  const templates = Object.entries(file.email.template).filter(
    ([name, template]) =>
      !sameText(config[`mailer_templates_${name}_content`], contentOf(template)) ||
      !sameText(config[`mailer_subjects_${name}`], template.subject),
  );
  const found = different.map(([field, value, name]) =>
    failure(`${name}: está ${JSON.stringify(config[field] ?? null)}`, `mude para ${JSON.stringify(value)} (${field})`),
  );
  for (const [name, { content_path: file }] of templates)
    found.push(
      failure(`modelo de e-mail ${name}: é outro`, `cole ${file} e o assunto de config.toml em Authentication, Emails`),
    );
  const allowed = (typeof config.uri_allow_list === "string" ? config.uri_allow_list : "").split(",");
  if (!allowed.includes(`${siteUrl}/**`))
    found.push(failure("Redirect URLs: falta o site", `acrescente ${siteUrl}/** em Authentication, URL Configuration`));
  if (!config.smtp_host)
    found.push(
      failure(
        "SMTP do projeto: não definido, o Supabase envia poucos e-mails por hora, e só à equipe",
        "defina-o em Authentication, Emails, SMTP Settings",
      ),
    );
  return found.length > 0
    ? found
    : [ok("configuração do projeto: igual a supabase/config.toml, modelos de e-mail também")];
}

const BY_HAND = `sem SUPABASE_ACCESS_TOKEN, confira à mão: os cinco modelos de supabase/templates e seus assuntos, SMTP,
      10 dígitos e 1800 s do código, senha de 8 caracteres, "Secure email change", "Secure password change",
      "Allow manual linking", "IP Address Forwarding", limites de envio e o limite de 50 MB por arquivo em Storage, Settings`;

/** Reads the settings with an access token of the account; without one, lists what to check by hand. */
export async function checkProjectConfig(
  project: string,
  siteUrl: string,
  accessToken: string | undefined,
  api = "https://api.supabase.com",
): Promise<Finding[]> {
  if (!accessToken) return [warning("modelos de e-mail e limites: só o painel do Supabase os mostra", BY_HAND)];
  const answer = await fetch(`${api}/v1/projects/${project}/config/auth`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok)
    return [failure(`SUPABASE_ACCESS_TOKEN: recusado (${answer.status})`, "crie outro em Account, Access Tokens")];
  return compareConfig((await answer.json()) as Config, siteUrl);
}
