import { EventHub, eventHubMetadata } from "../../../event-hub";

export const revalidate = 300;

export const generateMetadata = () => eventHubMetadata(null);

export default function EventHubPage() {
  return <EventHub state={null} />;
}
