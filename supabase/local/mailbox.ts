import { Hono, type MiddlewareHandler } from "hono";
import { escapeHtml } from "./mail-template";
import type { Mail, MailStore } from "./mail-store";

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem }
  ul { padding: 0; list-style: none } li a { display: block; padding: .75rem 0; border-bottom: 1px solid #8884; color: inherit; text-decoration: none }
  small { opacity: .75 } iframe { width: 100%; height: 34rem; border: 1px solid #8884; background: #fff }`;

function page(title: string, content: string): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${content}</body></html>`;
}

function when(mail: Mail): string {
  return escapeHtml(new Date(mail.sentAt).toLocaleString("pt-BR"));
}

export function mailListPage(mails: Mail[]): string {
  const items = mails.map(
    (mail) => `<li><a href="/mailbox?id=${encodeURIComponent(mail.id)}"><strong>${escapeHtml(mail.subject)}</strong><br>
<small>para ${escapeHtml(mail.to)} · ${when(mail)}</small></a></li>`,
  );
  const body = items.length > 0 ? `<ul>${items.join("")}</ul>` : "<p>Nenhum e-mail ainda.</p>";
  return page("Caixa de e-mails local", `<h1>Caixa de e-mails local</h1><p>Nada sai desta máquina.</p>${body}`);
}

export function mailPage(mail: Mail): string {
  const message = `<base target="_blank">${mail.html}`;
  return page(
    mail.subject,
    `<p><a href="/mailbox">← Todos os e-mails</a></p><h1>${escapeHtml(mail.subject)}</h1>
<p><small>para ${escapeHtml(mail.to)} · ${when(mail)}</small></p>
<iframe title="Mensagem" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(message)}"></iframe>`,
  );
}

/** Mailbox pages for this machine only: refuses requests with another host name (DNS rebinding). */
export function mailboxRoutes(mailStore: MailStore): Hono {
  const routes = new Hono();
  const onlyHere: MiddlewareHandler = async (c, next) => {
    if (!LOCAL_HOSTS.has(new URL(c.req.url).hostname) || c.req.header("x-forwarded-host"))
      return c.text("Only on this machine", 403);
    await next();
    c.header("cache-control", "no-store");
    c.header("content-security-policy", POLICY);
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
  };
  routes.use("/mailbox", onlyHere).use("/mailbox.json", onlyHere);
  routes.get("/mailbox.json", async (c) => c.json(await mailStore.list()));
  routes.get("/mailbox", async (c) => {
    const id = c.req.query("id");
    if (!id) return c.html(mailListPage(await mailStore.list()));
    const mail = await mailStore.find(id);
    return mail
      ? c.html(mailPage(mail))
      : c.html(page("Não encontrado", '<p>Este e-mail não existe mais. <a href="/mailbox">Voltar</a></p>'), 404);
  });
  return routes;
}
