-- The assignee of a task gets a notification and a mail, and sees the task on the dashboard.
-- Moving rows while two accounts are merged sends no notification about an assignment.
alter function private.move_rows(regclass, name, uuid, uuid) set app.is_merging = 'on';

create function private.give_task() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  assignee record;
begin
  if current_setting('app.is_merging', true) = 'on' or new.assigned_to is null or new.deleted_at is not null or new.status = 'done' or new.assigned_to is not distinct from private.account_id() then
    return null;
  end if;
  select profiles.id, profiles.username, profiles.locale, users.email into assignee
  from public.profiles join auth.users on users.id = profiles.id where profiles.id = new.assigned_to and profiles.blocked_at is null;
  if assignee.id is null then
    return null;
  end if;
  insert into public.notifications (user_id, title, body, link, translations) values (
    assignee.id, 'Nova tarefa para você', new.title, '/admin#tarefas',
    jsonb_build_object('en', jsonb_build_object('title', 'New task for you', 'body', new.title), 'es', jsonb_build_object('title', 'Nueva tarea para ti', 'body', new.title))
  );
  begin
    perform private.enqueue_mail(assignee.email, 'task_given', jsonb_build_object(
      'name', assignee.username, 'title', new.title, 'body', left(new.body, 1000),
      'due', coalesce(to_char(new.due_on, 'DD/MM/YYYY'), 'none'), 'path', '/admin#tarefas'
    ), assignee.locale);
  exception when invalid_parameter_value then
    -- An account without an address that receives mail has the notice.
    null;
  end;
  return null;
end $$;
create trigger admin_tasks_give after insert on public.admin_tasks
  for each row execute function private.give_task();
create trigger admin_tasks_give_again after update of assigned_to on public.admin_tasks
  for each row when (new.assigned_to is distinct from old.assigned_to) execute function private.give_task();

create function private.give_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  state text;
begin
  if new.user_id is distinct from private.account_id() and current_setting('app.is_merging', true) is distinct from 'on' then
    select name into state from public.states where abbr = new.state_abbr;
    insert into public.notifications (user_id, title, body, link, translations) values (
      new.user_id, 'Novo estado sob sua responsabilidade', state, '/admin#tarefas',
      jsonb_build_object('en', jsonb_build_object('title', 'You now answer for a state', 'body', state), 'es', jsonb_build_object('title', 'Ahora respondes por un estado', 'body', state))
    );
  end if;
  return null;
end $$;
create trigger state_assignments_give after insert on public.state_assignments
  for each row execute function private.give_state();
create trigger state_assignments_give_again after update of state_abbr, user_id on public.state_assignments
  for each row when ((new.state_abbr, new.user_id) is distinct from (old.state_abbr, old.user_id)) execute function private.give_state();

alter policy "managers read who answers for a state" on public.state_assignments
  using ((select private.has_permission('management')) or (user_id = (select private.account_id()) and (select private.is_staff())));
alter policy "managers read who answers for a state" on public.state_assignments rename to "managers read who answers for a state, staff its own";

create function private.set_task_status(task uuid, next_status text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'only the team has tasks' using errcode = '42501';
  elsif next_status is null or next_status not in ('todo', 'doing', 'done') then
    raise exception 'unknown status' using errcode = '22023';
  end if;
  update public.admin_tasks set status = next_status
  where id = task and deleted_at is null and (assigned_to = private.account_id() or private.has_permission('management'));
  return found;
end $$;
create function public.set_task_status(id uuid, status text) returns boolean
language sql volatile security invoker set search_path = ''
return private.set_task_status(id, status);
comment on function public.set_task_status(uuid, text) is 'Moves a task of the caller; managers move every task. False when there is no such task.';
revoke execute on function public.set_task_status(uuid, text) from public, anon;
grant execute on function public.set_task_status(uuid, text) to authenticated, service_role;
