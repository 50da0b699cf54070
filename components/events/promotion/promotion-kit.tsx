import { Download, ExternalLink, MessageCircle } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { SystemSection } from "@/components/ui/system-page";
import { encode, MARGIN, svgOf } from "@/components/guide/qr-codes/draw";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { ArtSize } from "@/lib/events/promotion/kit/rules";
import type { Promotion, Visits } from "@/lib/events/promotion/queries";
import type { AdFacts, Audience, Channel } from "@/lib/events/promotion/rules";
import { formatNumber } from "@/lib/platform/format";
import { LANGUAGE_NAME, localePath, type Locale } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { fileName } from "@/lib/guide/qr-codes/rules";
import { CopyText } from "./copy-text";
import { EventPoster } from "./event-poster";
import { ArtDownloads, ArtImage } from "./share-images";

type ReadyText = { title: string; text: string };
type Props = {
  promotion: Promotion;
  facts: AdFacts;
  /** Groups of texts with their titles. */
  texts: readonly { title: string; texts: readonly ReadyText[] }[];
  /** Texts that the team approved. */
  approved?: ReactNode;
  /** Pictures, places on home pages, short links and notices. */
  children: ReactNode;
};

const PNG_PIXELS = 1024;

/** Link, QR code, poster, messages and visits of a published event. */
export async function PromotionKit({ promotion, facts, texts, approved, children }: Props) {
  const drawing = await encode(facts.link, { dark: "#000000", light: "#ffffff", level: "M" });
  const qr = `data:image/svg+xml,${encodeURIComponent(svgOf(drawing, 512, facts.title))}`;
  const { toDataURL } = await import("qrcode");
  const png = await toDataURL(facts.link, { errorCorrectionLevel: "M", margin: MARGIN, width: PNG_PIXELS });
  return (
    <>
      <div data-print="hide" className="grid gap-5 lg:grid-cols-2">
        <PageLink facts={facts} files={{ svg: qr, png }} />
        <PageVisits visits={promotion.visits} />
      </div>
      <div data-print="hide" className="grid gap-5">
        {children}
        {texts.map((group) => (
          <Messages key={group.title} {...group} />
        ))}
        {approved}
      </div>
      <EventPoster facts={facts} qr={qr} />
    </>
  );
}

async function PageLink({ facts, files }: { facts: AdFacts; files: { svg: string; png: string } }) {
  const t = await getTranslations("events/promotion.kit");
  return (
    <SystemSection title={t("link")}>
      <p className="wrap-anywhere">{facts.link}</p>
      <div className="flex flex-wrap gap-2">
        <CopyText text={facts.link} label={t("copyLink")} notice="link.copied" />
        <Button asChild variant="outline">
          <a href={facts.link} target="_blank" rel="noopener">
            <Icon of={ExternalLink} /> {t("open")}
          </a>
        </Button>
        {(["svg", "png"] as const).map((type) => (
          <Button key={type} asChild variant="outline">
            <a href={files[type]} download={fileName(facts.title, "page", type)}>
              <Icon of={Download} /> {t("downloadQr", { type: type.toUpperCase() })}
            </a>
          </Button>
        ))}
      </div>
      <figure className="grid gap-1">
        <img src={files.svg} alt={t("qrAlt", { link: facts.link })} width={192} height={192} className="rounded-lg" />
        <figcaption className="text-sm text-muted">{t("qr")}</figcaption>
      </figure>
    </SystemSection>
  );
}

async function PageVisits({ visits }: { visits: Visits }) {
  const [t, locale] = [await getTranslations("events/promotion.kit"), await getLocale()];
  return (
    <SystemSection title={t("visits")}>
      <p className="text-2xl tabular">{t("visitCount", { count: visits.total })}</p>
      <h3 className="text-xl">{t("hosts")}</h3>
      {visits.hosts.length === 0 && <p className="text-muted">{t("noHosts")}</p>}
      <ul className="grid gap-1">
        {visits.hosts.map(({ host, visits: count }) => (
          <li key={host} className="flex justify-between gap-3">
            <span className="wrap-anywhere">{host}</span>
            <span className="tabular">{formatNumber(count, locale)}</span>
          </li>
        ))}
      </ul>
    </SystemSection>
  );
}

function Messages({ title, texts }: Props["texts"][number]) {
  return (
    <SystemSection title={title}>
      <div className="grid items-start gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {texts.map((one) => (
          <Text key={one.title} {...one} />
        ))}
      </div>
    </SystemSection>
  );
}

/** Texts and pictures of an event that the team approved. */
export async function ApprovedTexts({ promotion, mayAnnounce }: { promotion: Promotion; mayAnnounce: boolean }) {
  const [t, locale] = [await getTranslations("events/promotion"), await getLocale()];
  const { event, approved } = promotion;
  return (
    <SystemSection title={t("kit.approved")}>
      {approved.length === 0 && <p className="text-muted">{t("kit.noApproved")}</p>}
      <div className="grid items-start gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {approved.map(({ id, audience, channel, locale: language, size, text }) =>
          size ? (
            <ApprovedArt key={id} event={event} draft={{ id, size: size as ArtSize, locale: language as Locale }} />
          ) : (
            <Text
              key={id}
              title={[
                t(`audience.${audience as Audience}`),
                t(`channel.${channel as Channel}`),
                LANGUAGE_NAME[language as Locale],
              ].join(" · ")}
              text={text}
            />
          ),
        )}
      </div>
      {mayAnnounce && (
        <Link
          href={`${localePath(locale, panelPath("event_ai_ads"))}?evento=${event.id}`}
          className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {t("kit.manage")}
        </Link>
      )}
    </SystemSection>
  );
}

type ArtDraft = { id: string; size: ArtSize; locale: Locale };

async function ApprovedArt({ event, draft }: { event: Promotion["event"]; draft: ArtDraft }) {
  const t = await getTranslations("events/promotion.size");
  const { size, locale } = draft;
  return (
    <article className="grid content-start gap-2 border-l-4 border-line pl-3">
      <h3 className="text-xl">
        {t(size)} · {LANGUAGE_NAME[locale]}
      </h3>
      <ArtImage event={event} size={size} locale={locale} draft={draft} />
      <ArtDownloads event={event} size={size} locale={locale} draft={draft} />
    </article>
  );
}

/** A text behind its title; the button that copies it is beside the title, also while the text is folded. */
async function Text({ title, text }: ReadyText) {
  const t = await getTranslations("events/promotion");
  return (
    <article className="relative border-l-4 border-line pl-3">
      <details>
        <summary className="min-h-11 cursor-pointer content-center pr-40">
          <h3 className="inline text-xl">{title}</h3>
        </summary>
        <p className="pt-2 wrap-anywhere whitespace-pre-line">{text}</p>
        <Button asChild variant="outline" className="mt-2">
          <a href={whatsappShare(text)} target="_blank" rel="noopener">
            <Icon of={MessageCircle} /> {t("kit.share")}
          </a>
        </Button>
      </details>
      <div className="absolute top-0 right-0">
        <CopyText text={text} label={t("ads.copy")} notice="text.copied" />
      </div>
    </article>
  );
}
