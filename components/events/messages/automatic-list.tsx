import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { StateMark } from "@/components/ui/state-mark";
import { SystemSection } from "@/components/ui/system-page";
import type { SampleValues, ShownAutomaticMessage } from "@/lib/events/messages/automatic/queries";
import { NO_COUNTS } from "@/lib/events/messages/rules";
import type { CertificateChoice } from "@/lib/events/messages/automatic/schema";
import { AutomaticForm } from "./automatic-form";
import { CertificateForm } from "./certificate-form";

type Props = {
  event: string;
  messages: readonly ShownAutomaticMessage[];
  certificate: CertificateChoice;
  values: SampleValues | null;
};

/** The automatic mails of an event: on or off, their time and their text, with how many were sent. */
export async function AutomaticList({ event, messages, certificate, values }: Props) {
  const [t, texts] = [await getTranslations("events/messages.automatic"), await getMessages()];
  const { form, validation } = texts["panel/requests"];
  return (
    <>
      <p className="max-w-3xl text-muted">{t("lead")}</p>
      <NextIntlClientProvider messages={{ "events/messages": { automatic: texts["events/messages"].automatic } }}>
        {messages.map((message) => (
          <SystemSection
            key={message.kind}
            title={t(`kind.${message.kind}.title`)}
            lead={t(`kind.${message.kind}.lead`)}
          >
            <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
              <StateMark look={message.is_on ? "good" : "none"}>{message.is_on ? t("on") : t("off")}</StateMark>
              <span>{message.is_contract ? t("contract") : t("refusable")}</span>
              <Sent counts={message.counts} />
            </p>
            <AutomaticForm
              // Saved settings are those that the form begins with.
              key={message.updated_at ?? "standard"}
              event={event}
              message={message}
              values={values}
            />
            {message.kind === "thanks" && (
              <CertificateForm
                event={event}
                choice={certificate}
                texts={texts["events/messages"].automatic.certificate}
                optional={form.optional}
                validation={validation}
              />
            )}
          </SystemSection>
        ))}
      </NextIntlClientProvider>
    </>
  );
}

async function Sent({ counts }: Pick<ShownAutomaticMessage, "counts">) {
  const t = await getTranslations("events/messages.automatic");
  const { waiting, queued, sent, failed, skipped, refused } = { ...NO_COUNTS, ...counts };
  if (waiting + queued + sent + failed + skipped + refused === 0) return <span>{t("none")}</span>;
  return <span>{t("counts", { sent, left: waiting + queued, failed, skipped: skipped + refused })}</span>;
}
