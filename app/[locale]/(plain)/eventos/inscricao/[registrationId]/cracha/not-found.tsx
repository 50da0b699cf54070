import { RegistrationGone } from "@/components/events/registrations/registration-gone";

export default function NotFound() {
  return <RegistrationGone />;
}
