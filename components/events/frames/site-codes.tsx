import { ExternalLink } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { CopyText } from "@/components/events/promotion/copy-text";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { SystemSection } from "@/components/ui/system-page";
import { eventPath } from "@/lib/events/events/rules";
import { buttonCode, eventFramePath, frameCode, stateFramePath } from "@/lib/events/frames/rules";
import { pageUrl } from "@/lib/platform/site-url";

type Props = { event: { id: string; slug: string; title: string; state_abbr: string } };

/** The codes with which the site of an organiser shows a public event: a frame, a button and the events of the state. */
export async function SiteCodes({ event }: Props) {
  const [t, locale] = [await getTranslations("events/frames.site"), await getLocale()];
  const frame = pageUrl(locale, eventFramePath(event.id));
  const agenda = pageUrl(locale, stateFramePath(event.state_abbr));
  const link = { url: pageUrl(locale, eventPath(event.slug)), label: t("buttonLabel", { title: event.title }) };
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <Code
        title={t("frame")}
        hint={t("frameHint", { light: "?tema=claro", dark: "?tema=escuro" })}
        code={frameCode({ url: frame, title: event.title })}
        copy={t("copyFrame")}
        preview={{ url: frame, label: t("preview") }}
      />
      <Code
        title={t("button")}
        hint={t("buttonHint")}
        code={buttonCode(link)}
        copy={t("copyButton")}
        preview={{ url: link.url, label: t("openPage") }}
      />
      <Code
        title={t("agenda", { uf: event.state_abbr })}
        hint={t("agendaHint")}
        code={frameCode({ url: agenda, title: t("agenda", { uf: event.state_abbr }) })}
        copy={t("copyAgenda")}
        preview={{ url: agenda, label: t("previewAgenda") }}
      />
    </SystemSection>
  );
}

type CodeProps = {
  title: string;
  hint: string;
  code: string;
  copy: string;
  preview: { url: string; label: string };
};

function Code({ title, hint, code, copy, preview }: CodeProps) {
  return (
    <article className="grid content-start gap-2 border-l-4 border-line pl-3">
      <h3 className="text-xl">{title}</h3>
      <p className="max-w-3xl text-muted">{hint}</p>
      <pre className="whitespace-pre-wrap wrap-anywhere rounded-lg bg-raised p-3 text-sm">{code}</pre>
      <div className="flex flex-wrap gap-2">
        <CopyText text={code} label={copy} notice="text.copied" />
        <Button asChild variant="outline">
          <a href={preview.url} target="_blank" rel="noopener">
            <Icon of={ExternalLink} /> {preview.label}
          </a>
        </Button>
      </div>
    </article>
  );
}
