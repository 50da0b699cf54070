import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "../ui/logo";
import { BREAKDOWN_PATH } from "@/lib/breakdown/rules";
import { CentreLine } from "../ui/centre-line";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Settings } from "@/lib/settings/schema";
import { InstallButton } from "./install-button";
import { QrCode } from "./qr-code";

/** Shown in the footer and sent along with a review. */
export const APP_VERSION = "9.0.1";

type Props = {
  settings: Settings;
  uf: string | null;
  featured: { name: string; href: string }[];
};

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </section>
  );
}

const LINK = "inline-flex min-h-9 items-center text-muted hover:text-text hover:underline";

export async function SiteFooter({ settings, uf, featured }: Props) {
  const t = await getTranslations("layout.footer");
  const nav = await getTranslations("layout");
  const locale = await getLocale();
  const inState = (path: string) => (uf ? `/${uf}${path}` : path);
  const item = (label: string, path: string) => (
    <li key={path}>
      <Link href={localePath(locale, path)} prefetch={false} className={LINK}>
        {label}
      </Link>
    </li>
  );
  const outside = (label: string, href: string) =>
    href && (
      <li key={label}>
        <a href={href} target="_blank" rel="noopener" className={LINK}>
          {label}
        </a>
      </li>
    );
  return (
    <footer
      className={`mt-auto border-t border-line bg-surface text-text ${settings.dark_footer ? "dark" : ""}`}
      data-slot="site-footer"
    >
      <CentreLine />
      <div className="page grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <div className="flex items-center gap-3">
            {settings.portal_logo_url ? (
              <img src={settings.portal_logo_url} alt="" width={56} height={56} loading="lazy" />
            ) : (
              <Logo className="size-14" />
            )}
            <p className="font-display text-3xl">LACAMBECHE</p>
          </div>
          <p className="mt-2 text-muted">{nav("site.tagline")}</p>
          <ContactList settings={settings} title={t("contact")} />
          <InstallButton
            labels={{
              button: nav("install.button"),
              installing: nav("install.installing"),
              installed: nav("install.installed"),
            }}
          />
        </div>
        <Column title={t("explore")}>
          {item(t("planner"), inState("/planejador-rota"))}
          {item(t("map"), inState("/mapa-interativo"))}
          {item(nav("nav.breakdown"), BREAKDOWN_PATH)}
          {item(t("clubs"), "/clubes-parceiros")}
          {item(t("qrcode"), "/gerar-qrcode")}
          {outside(t("marketplace"), settings.url_marketplace)}
        </Column>
        <Column title={t("portal")}>
          {item(t("about"), "/sobre")}
          {item(t("how"), "/como-funciona")}
          {item(t("terms"), "/termos-de-uso")}
          {item(t("copyright"), "/direitos-autorais")}
          {item(t("privacy"), "/politica-de-privacidade")}
          {item(t("openData"), "/dados-abertos")}
        </Column>
        <Column title={t("take")}>
          {item(t("publishEvent"), "/publicar-evento")}
          {item(t("advertise"), inState("/anuncie-aqui"))}
          {item(t("seller"), "/vendedor/login")}
          {item(t("becomeSeller"), "/vendedor/cadastro")}
          {item(t("admin"), "/admin")}
        </Column>
        <section className="sm:col-span-2">
          <h2 className="text-xl">{t("routes")}</h2>
          {uf ? (
            <ul className="mt-2">
              {featured.map(({ name, href }) => item(name, href))}
              {featured.length === 0 && <li className="text-muted">{t("noRoutes")}</li>}
            </ul>
          ) : (
            <p className="mt-2 text-muted">{t("noState")}</p>
          )}
        </section>
        <section>
          <h2 className="text-xl">{t("social")}</h2>
          <ul className="mt-2">
            {outside(t("feed"), settings.url_social_feed)}
            {outside("Instagram", settings.social_instagram)}
            {outside("Facebook", settings.social_facebook)}
            {outside("YouTube", settings.social_youtube)}
          </ul>
        </section>
        <div className="flex gap-5">
          <QrCode name="publicar-evento" alt={t("qrEventAlt")} caption={t("qrEvent")} />
          {settings.social_instagram && <QrCode name="rede-social" alt={t("qrSocialAlt")} caption={t("qrSocial")} />}
        </div>
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap justify-between gap-x-6 gap-y-1 py-4 text-sm text-muted">
          <p>{t("rights", { year: String(new Date().getFullYear()) })}</p>
          {settings.company_legal_line && <p>{settings.company_legal_line}</p>}
          <p className="tabular">{t("version", { version: APP_VERSION })}</p>
        </div>
      </div>
    </footer>
  );
}

function ContactList({ settings, title }: { settings: Settings; title: string }) {
  const { contact_country, contact_phone, contact_email } = settings;
  if (!contact_country && !contact_phone && !contact_email) return null;
  return (
    <address className="mt-4 not-italic">
      <h2 className="text-xl">{title}</h2>
      {contact_country && <p className="text-muted">{contact_country}</p>}
      {contact_phone && (
        <p>
          <a href={`tel:${contact_phone.replace(/[^+\d]/g, "")}`} className={LINK}>
            {contact_phone}
          </a>
        </p>
      )}
      {contact_email && (
        <p>
          <a href={`mailto:${contact_email}`} className={`${LINK} break-all`}>
            {contact_email}
          </a>
        </p>
      )}
    </address>
  );
}
