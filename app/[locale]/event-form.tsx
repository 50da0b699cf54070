import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { EventMessages } from "@/components/events/publishing/event-texts";
import type { EventFormProps } from "@/components/events/publishing/form-props";
import { getEventTexts } from "@/components/events/publishing/get-event-texts";
import { PublishForm } from "@/components/events/publishing/publish-form";
import { getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isPayable } from "@/lib/commerce/payments/rules";
import { getCollecting } from "@/lib/events/recipients/queries";
import { hasRecipient } from "@/lib/events/recipients/rules";
import { listMunicipalities } from "@/lib/events/publishing/queries";
import { readDefaultQuestions } from "@/lib/events/registrations/queries";
import type { StateAbbr } from "@/lib/geo/states/rules";

type Choice = "initial" | "link" | "posterPreview" | "planPreview" | "firstStep" | "next";
type Props = Pick<EventFormProps, Choice> & {
  /** Replaces some texts, for somebody without an account. */
  adapt?: (texts: EventMessages) => EventMessages;
};

/** Whether the form of an event may offer prices; for an event that is not stored yet, whether the portal can be paid. */
async function mayHavePrices(event: string | null | undefined): Promise<boolean> {
  const portalTakes = isPayable(await getPaymentSettings());
  return event ? hasRecipient(await getCollecting(event), portalTakes) : portalTakes;
}

/** The form of an event with what it needs from the database, for every page that shows it. */
export async function EventForm({ initial, adapt = (texts) => texts, ...props }: Props) {
  const [locale, { "panel/records": records }, texts, payable, questions] = await Promise.all([
    getLocale(),
    getMessages(),
    getEventTexts(),
    mayHavePrices(initial.id),
    readDefaultQuestions(),
  ]);
  return (
    <NextIntlClientProvider messages={{ "panel/records": { image: records.image, plan: records.plan } }}>
      <PublishForm
        {...props}
        isPayable={payable}
        key={[initial.id, initial.expected_version, initial.template, initial.startDay, props.firstStep].join(" ")}
        locale={locale}
        texts={adapt(texts)}
        initial={initial}
        towns={initial.state_abbr ? listMunicipalities(initial.state_abbr as StateAbbr) : []}
        questions={questions}
      />
    </NextIntlClientProvider>
  );
}
