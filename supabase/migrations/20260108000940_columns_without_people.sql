select private.declare_columns('private.answered_requests', 'not_personal', '{*}', 'which request was answered and when; by whom is in the request');
