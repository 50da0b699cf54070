import { failure, ok, warning, type Finding } from "./finding";

type Mail = { smtpUrl: string | undefined; mailFrom: string | undefined; verify: () => Promise<void> };

/** Signs in to the mail server of the portal's own mails; sends nothing. */
export async function checkMail({ smtpUrl, mailFrom, verify }: Mail): Promise<Finding[]> {
  if (!smtpUrl)
    return [
      failure(
        "SMTP_URL: falta, o portal não envia e-mails",
        "defina SMTP_URL=smtps://usuário:senha@servidor:465 no worker",
      ),
    ];
  const { hostname, protocol } = new URL(smtpUrl);
  try {
    await verify();
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    const advice =
      code === "EAUTH" ? "confira usuário e senha (na URL, @ vai como %40)" : "confira servidor, porta e firewall";
    return [failure(`SMTP: ${hostname} recusou (${code || message})`, advice)];
  }
  const found = [ok(`SMTP: ${hostname} aceita a conexão`)];
  if (protocol === "smtp:" && !/^(?:127\.|localhost$|\[?::1\]?$)/.test(hostname))
    found.push(warning("SMTP: smtp:// só usa TLS quando o servidor oferece", "prefira smtps:// na porta 465"));
  if (!mailFrom)
    found.push(
      warning(
        "MAIL_FROM: falta, o remetente é no-reply@ o endereço do site",
        "defina um endereço com SPF e DKIM no seu domínio",
      ),
    );
  return found;
}
