"use client";

import { formatDeviceMoment } from "@/lib/platform/format";
import { servedTwice } from "@/lib/partners/desk/rules";
import type { Answer, DeskData } from "@/lib/partners/desk/schema";
import { FirstUse } from "./desk-result";
import { useDeskTexts } from "./desk-texts";

type TodayListProps = { locale: string; today: DeskData["today"] };

/** The readings of the last 24 hours, above them the codes that two devices accepted. */
export function TodayList({ locale, today }: TodayListProps) {
  const texts = useDeskTexts();
  const doubles = servedTwice(today);
  return (
    <>
      {doubles.length > 0 && (
        <section role="alert" className="grid gap-2 rounded-xl border-2 border-danger p-3">
          <h2 className="text-2xl">{texts.today.twice}</h2>
          <p>{texts.today.twiceLead}</p>
          <ul className="grid gap-2">
            {doubles.map((answer) => (
              <li key={answer.nonce}>
                <Line locale={locale} answer={answer} />
                <FirstUse locale={locale} first={answer.first} usedAt={null} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h2 className="text-2xl">{texts.today.title}</h2>
        {today.length === 0 && <p className="text-muted">{texts.today.none}</p>}
        <ul className="grid gap-2">
          {today.map((answer) => (
            <li key={answer.nonce} className="rounded-lg border border-line bg-surface p-3">
              <Line locale={locale} answer={answer} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Line({ locale, answer }: { locale: string; answer: Answer }) {
  const texts = useDeskTexts();
  const { result, title, firstName, shortCode, scannedAt, by, isOffline } = answer;
  const parts = [
    formatDeviceMoment(scannedAt, locale),
    title,
    firstName,
    shortCode,
    by,
    isOffline && texts.today.offline,
  ];
  return (
    <p className="wrap-anywhere">
      <span className="font-semibold">{result === "redeemed" ? texts.done : texts.result[result]}</span>
      {" · "}
      {parts.filter(Boolean).join(" · ")}
    </p>
  );
}
