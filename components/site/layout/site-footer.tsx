import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { BREAKDOWN_PATH } from "@/lib/guide/breakdown/rules";
import { CentreLine } from "../../ui/centre-line";
import { localePath } from "@/lib/platform/i18n/routing";
import type { SettingsWithExamples } from "@/lib/platform/settings/schema";
import { ExampleMark } from "../../ui/example-mark";
import { InstallButton } from "./install-button";
import { PortalLogo } from "./portal-logo";
import { QrCode } from "../../ui/qr-code";

/** Shown in the footer and sent along with a review. */
export const APP_VERSION = "9.0.1";

type Props = {
  settings: SettingsWithExamples;
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

/** The links under 'Redes sociais'. */
const SOCIAL_LINKS = ["url_social_feed", "social_instagram", "social_facebook", "social_youtube"] as const;

const LINK = "inline-flex min-h-9 items-center text-muted hover:text-text hover:underline";

export async function SiteFooter({ settings, uf, featured }: Props) {
  const t = await getTranslations("site/layout.footer");
  const nav = await getTranslations("site/layout");
  const locale = await getLocale();
  const inState = (path: string) => (uf ? `/${uf}${path}` : path);
  const item = (label: string, path: string) => (
    <li key={path}>
      <Link href={localePath(locale, path)} className={LINK}>
        {label}
      </Link>
    </li>
  );
  const mark = (key: SettingsWithExamples["examples"][number]) =>
    settings.examples.includes(key) && <ExampleMark label={nav("example")} />;
  const outside = (label: string, key: (typeof SOCIAL_LINKS)[number] | "url_marketplace") =>
    settings[key] && (
      <li key={key}>
        <a href={settings[key]} target="_blank" rel="noopener" className={LINK}>
          {label}
          {mark(key)}
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
            <PortalLogo url={settings.portal_logo_url} className="size-14" isLazy />
            <p className="font-display text-3xl">LACAMBECHE</p>
          </div>
          <p className="mt-2 text-muted">{nav("site.tagline")}</p>
          <ContactList settings={settings} title={t("contact")} mark={mark} />
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
          {outside(t("marketplace"), "url_marketplace")}
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
        {SOCIAL_LINKS.some((key) => settings[key]) && (
          <Column title={t("social")}>
            {outside(t("feed"), "url_social_feed")}
            {outside("Instagram", "social_instagram")}
            {outside("Facebook", "social_facebook")}
            {outside("YouTube", "social_youtube")}
          </Column>
        )}
        <div className="flex gap-5">
          <QrCode name="publicar-evento" alt={t("qrEventAlt")} caption={t("qrEvent")} />
          {settings.social_instagram && (
            <QrCode name="rede-social" alt={t("qrSocialAlt")} caption={t("qrSocial")}>
              {mark("social_instagram")}
            </QrCode>
          )}
        </div>
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap justify-between gap-x-6 gap-y-1 py-4 text-sm text-muted">
          <p>{t("rights", { year: String(new Date().getFullYear()) })}</p>
          {settings.company_legal_line && (
            <p>
              {settings.company_legal_line}
              {mark("company_legal_line")}
            </p>
          )}
          <p className="tabular">{t("version", { version: APP_VERSION })}</p>
        </div>
      </div>
    </footer>
  );
}

type ContactListProps = {
  settings: SettingsWithExamples;
  title: string;
  mark: (key: "contact_phone" | "contact_email") => ReactNode;
};

function ContactList({ settings, title, mark }: ContactListProps) {
  const { contact_country, contact_phone, contact_email, examples } = settings;
  if (!contact_country && !contact_phone && !contact_email) return null;
  return (
    <address className="mt-4 not-italic">
      <h2 className="text-xl">{title}</h2>
      {contact_country && <p className="text-muted">{contact_country}</p>}
      {contact_phone && (
        <p>
          {examples.includes("contact_phone") ? (
            <span className="text-muted">{contact_phone}</span>
          ) : (
            <a href={`tel:${contact_phone.replace(/[^+\d]/g, "")}`} className={LINK}>
              {contact_phone}
            </a>
          )}
          {mark("contact_phone")}
        </p>
      )}
      {contact_email && (
        <p>
          <a href={`mailto:${contact_email}`} className={`${LINK} break-all`}>
            {contact_email}
          </a>
          {mark("contact_email")}
        </p>
      )}
    </address>
  );
}
