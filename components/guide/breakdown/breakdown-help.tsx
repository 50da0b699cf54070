import { getLocale, getMessages } from "next-intl/server";
import { BreakdownTexts } from "./breakdown-texts";
import { EmergencyPhones } from "@/components/geo/states/emergency-phones";
import { SignPlate } from "@/components/ui/sign-plate";
import { BreakdownGuide } from "./breakdown-guide";
import { BreakdownPanel } from "./breakdown-panel";
import { GUIDE } from "./guide-steps";

/** Safety, phone numbers, position, message and what to check, below a heading of the given level of the page. */
export async function BreakdownHelp({ as: Heading }: { as: "h1" | "h2" }) {
  const [locale, { "guide/breakdown": texts }] = [await getLocale(), await getMessages()];
  return (
    <>
      <header className="page">
        <Heading className="display-1">{texts.title}</Heading>
        <p className="mt-1 text-lg text-muted">{texts.lead}</p>
        <SignPlate kind="warning" as="section" className="mt-4">
          <h2 className="text-2xl">{texts.safety}</h2>
          <ol className="mt-2 grid list-decimal gap-2 pl-5 font-semibold">
            {Object.entries(texts.safetySteps).map(([key, step]) => (
              <li key={key}>{step}</li>
            ))}
          </ol>
          <p className="mt-3 text-sm">{texts.source}</p>
        </SignPlate>
      </header>
      <EmergencyPhones own={[]} />
      <BreakdownTexts value={{ panel: texts.panel, text: texts.text }}>
        <BreakdownPanel symptoms={GUIDE.map(({ key }) => texts.guide[key].title)} locale={locale} />
      </BreakdownTexts>
      <BreakdownGuide />
    </>
  );
}
