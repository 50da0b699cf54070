import { failure, ok, warning, type Finding } from "./finding";
import { askProject, type Project } from "./keys";

type Settings = {
  external?: Partial<Record<"email" | "google" | "phone" | "anonymous_users", boolean>>;
  disable_signup?: boolean;
  mailer_autoconfirm?: boolean;
};

/** The settings of the auth server that everybody can read. */
export async function checkAuthSettings(project: Project, hasGoogleButton: boolean): Promise<Finding[]> {
  const answer = await askProject(project, "/auth/v1/settings", project.publishableKey);
  if (!answer.ok) throw new Error(`auth ${answer.status}`);
  const { external = {}, ...settings } = (await answer.json()) as Settings;
  const found: Finding[] = [];
  const where = "Authentication, Sign In / Providers";
  if (external.email === false) found.push(failure("entrada por e-mail: desligada", `ligue em ${where}`));
  if (settings.disable_signup)
    found.push(failure("cadastro: desligado", `ligue "Allow new users to sign up" em ${where}`));
  if (settings.mailer_autoconfirm)
    found.push(
      failure(
        "confirmação do e-mail: desligada, qualquer um usa o endereço de outra pessoa",
        `ligue "Confirm email" em ${where}`,
      ),
    );
  if (external.anonymous_users) found.push(failure("contas anônimas: ligadas", `desligue em ${where}`));
  if (hasGoogleButton && !external.google)
    found.push(
      failure(
        "Google: o site mostra o botão, e o projeto não o oferece",
        `ligue o Google em ${where}, ou deixe AUTH_GOOGLE_ENABLED vazio e compile`,
      ),
    );
  if (!hasGoogleButton && external.google)
    found.push(
      warning("Google: ligado no projeto, sem botão no site", "defina AUTH_GOOGLE_ENABLED=1 e compile, ou desligue-o"),
    );
  return found.length > 0 ? found : [ok("autenticação: cadastro com confirmação do e-mail")];
}

/** Where the auth server sends a browser with a link that is not valid, which changes nothing. */
async function redirectOf(project: Project, target: string): Promise<string | null> {
  const query = new URLSearchParams({ type: "recovery", token: "0", redirect_to: target });
  const answer = await askProject(project, `/auth/v1/verify?${query.toString()}`, project.publishableKey);
  await answer.body?.cancel();
  const location = answer.headers.get("location");
  return location && location.split(/[?#]/, 1)[0]!;
}

/** Whether the project allows redirects to the pages of the site, and to no other site. */
export async function checkRedirects(project: Project, siteUrl: string): Promise<Finding[]> {
  const advice = `em Authentication, URL Configuration: Site URL ${siteUrl}, Redirect URLs ${siteUrl}/**`;
  const page = new URL("/auth/confirm", siteUrl).href;
  const own = await redirectOf(project, page);
  if (own === null) return [warning("redirecionamentos: não foi possível testar", `confira à mão ${advice}`)];
  if (own !== page) return [failure(`redirecionamentos: ${page} não é permitido, o projeto manda para ${own}`, advice)];
  const foreign = await redirectOf(project, "https://portal-lacambeche.invalid/auth/confirm");
  if (foreign && new URL(foreign).origin !== new URL(siteUrl).origin)
    return [failure(`redirecionamentos: outro site (${new URL(foreign).origin}) é permitido ou é a Site URL`, advice)];
  return [ok("redirecionamentos: o site é permitido, outro não")];
}
