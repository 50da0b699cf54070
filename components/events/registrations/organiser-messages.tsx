import { getMessages } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { SimpleChange } from "./simple-change";

type Props = { token: string; isRefused: boolean };

/** Ends or allows the messages of the organiser; the footer of each message leads here. */
export async function OrganiserMessages({ token, isRefused }: Props) {
  const { status: words, problem } = (await getMessages())["events/registrations"];
  return (
    <Card id="mensagens" className="grid scroll-mt-4 gap-4">
      <CardTitle>{words.messages}</CardTitle>
      <p>{isRefused ? words.messagesOff : words.messagesOn}</p>
      <SimpleChange
        key={String(isRefused)}
        token={token}
        change={isRefused ? "allow-messages" : "refuse-messages"}
        label={isRefused ? words.allowMessages : words.refuseMessages}
        variant="outline"
        problems={problem}
      />
    </Card>
  );
}
