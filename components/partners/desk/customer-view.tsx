import { Link } from "@/components/ui/link";
import { fill } from "@/components/ui/fill";
import { cn } from "@/components/ui/cn";
import { formatDate, formatTimestamp } from "@/lib/platform/format";
import type { DownloadView } from "@/lib/partners/desk/schema";
import { acceptanceText, benefitText } from "@/lib/partners/vouchers/rules";
import { getDeskTexts } from "./get-desk-texts";

type CustomerViewProps = {
  locale: string;
  voucher: DownloadView;
  /** Image of the QR code; null when the voucher cannot be used any more. */
  qr: string | null;
  placePath: string;
};

/** The words of a voucher in the language of the page, in Portuguese where there is no translation. */
function wordsOf({ title, rules, translations }: DownloadView, locale: string) {
  const own = translations[locale.slice(0, 2)];
  return { title: own?.title ?? title, rules: own?.rules ?? rules };
}

/** A downloaded voucher as its holder shows it at the place. */
export async function CustomerView({ locale, voucher, qr, placePath }: CustomerViewProps) {
  const texts = await getDeskTexts();
  const page = texts.redeemPage;
  const { title, rules } = wordsOf(voucher, locale);
  const { benefitType: type, benefitValue: value, validFrom, validUntil } = voucher;
  const days = { from: formatDate(validFrom, locale), until: formatDate(validUntil, locale) };
  return (
    <article className="grid gap-4">
      <header>
        <p className="text-xl text-muted wrap-anywhere">{voucher.place}</p>
        <h1 className="display-1 wrap-anywhere">{title}</h1>
        <p className="text-2xl font-semibold">{benefitText({ type, value }, texts.benefit, locale)}</p>
      </header>
      <State text={page.state[voucher.status]} locale={locale} voucher={voucher} />
      {qr && (
        <div className="grid justify-items-center gap-2 rounded-2xl bg-white p-4 text-black">
          <p className="text-center text-xl font-semibold">{page.show}</p>
          {/* Black on white in both themes, so that cameras read it. */}
          <img src={qr} alt={page.qr} width={420} height={420} className="h-auto w-full max-w-[26rem]" />
          <p className="text-center">
            {page.code}
            <br />
            <strong className="font-mono text-3xl tracking-widest">{voucher.shortCode}</strong>
          </p>
        </div>
      )}
      <div className="grid gap-1">
        <p>{fill(page.valid, days)}</p>
        <p>{fill(page.accepted, { text: acceptanceText(voucher, texts.acceptance, locale) })}</p>
      </div>
      {rules && (
        <section>
          <h2 className="text-2xl">{page.rules}</h2>
          <p className="whitespace-pre-line wrap-anywhere">{rules}</p>
        </section>
      )}
      <p className="text-muted">{page.offline}</p>
      <Link href={placePath} className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4">
        {page.place}
      </Link>
    </article>
  );
}

type StateProps = { text: string; locale: string; voucher: DownloadView };

/** Whether it can be used, in colour and words; a use with its time at the place. */
function State({ text, locale, voucher: { status, redeemedAt, timeZone } }: StateProps) {
  const time = redeemedAt && formatTimestamp(redeemedAt, locale, { timeZone, dateStyle: "long", timeStyle: "short" });
  return (
    <p
      data-status={status}
      className={cn(
        "w-fit rounded-lg px-3 py-1 text-xl font-semibold",
        status === "active" ? "bg-rota text-rota-ink" : "bg-faixa text-faixa-ink",
      )}
    >
      {fill(text, { time: time ?? "" })}
    </p>
  );
}
