// Generated from docs/openapi.json by npm run docs. Do not edit.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health of the API */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search the audit log */
        get: operations["get_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the audit log as CSV */
        get: operations["get_audit_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the hash chain of the audit log
         * @description Names the first entry that was changed, removed or inserted. A long log is verified in several requests. At its end it is also compared with the checkpoints in AUDIT_ANCHOR_FILE, if there is one.
         */
        get: operations["get_audit_verify"];
        put?: never;
        /**
         * Verify the audit log against checkpoints stored elsewhere
         * @description Accepts up to 1500 lines of an anchor file, or of the log, of any node; the newest covers all before it. Only they reveal that the end of the log was cut off together with its checkpoints.
         */
        post: operations["post_audit_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your notifications, newest first
         * @description Without those of internal notes if your roles, or those of the API key, do not allow reading them.
         */
        get: operations["get_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark a notification as read */
        post: operations["post_notifications_id_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark all your notifications as read */
        post: operations["post_notifications_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What you are notified of, and where */
        get: operations["get_notifications_preferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose what you are notified of, and where
         * @description `console`: in the console. `email`: in the console and by e-mail. `none`: not at all.
         */
        patch: operations["patch_notifications_preferences"];
        trace?: never;
    };
    "/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What you watch, newest first */
        get: operations["get_watches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["get_users"];
        put?: never;
        /**
         * Create a user
         * @description Without a password the service generates one and shows it once.
         */
        post: operations["post_users"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one user */
        get: operations["get_users_id"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Also of someone of an external identity provider (oidc:<sub>), who is stored again at the next sign-in.
         */
        delete: operations["delete_users_id"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description New roles or a new password, and deactivation, end every token and session of the user.
         */
        patch: operations["patch_users_id"];
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active people, by name */
        get: operations["get_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Names of the accounts with these email addresses
         * @description For the email addresses in records: whoever may read records may show names instead. Addresses without an account are left out; people who are inactive are included.
         */
        get: operations["get_people_names"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Groups and how many active people each has */
        get: operations["get_groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List service accounts */
        get: operations["get_clients"];
        put?: never;
        /** Create a service account */
        post: operations["post_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one service account */
        get: operations["get_clients_id"];
        put?: never;
        post?: never;
        /** Delete a service account */
        delete: operations["delete_clients_id"];
        options?: never;
        head?: never;
        /**
         * Update a service account
         * @description New roles and deactivation end every token issued to the client, also those of people who signed in through it.
         */
        patch: operations["patch_clients_id"];
        trace?: never;
    };
    "/clients/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret */
        post: operations["post_clients_id_rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your API keys */
        get: operations["get_profile_api_keys"];
        put?: never;
        /**
         * Create an API key
         * @description Exchange it at /oauth2/token for a token of 15 minutes; its roles are a subset of yours. It expires after API_KEY_MAX_DAYS at the latest.
         */
        post: operations["post_profile_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one of your API keys */
        get: operations["get_profile_api_keys_id"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description A token from an API key can revoke only the key that it came from.
         */
        delete: operations["delete_profile_api_keys_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all API keys */
        get: operations["get_api_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke any API key
         * @description Its tokens end with it.
         */
        delete: operations["delete_api_keys_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys that verify tokens */
        get: operations["get_signing_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing key
         * @description Tokens signed with the earlier keys stay valid until they expire.
         */
        post: operations["post_signing_keys_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Every token that it signed is refused from now on.
         */
        delete: operations["delete_signing_keys_kid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your own password
         * @description Ends all your tokens and sessions, including this one: sign in again.
         */
        post: operations["post_profile_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the caller of this token */
        get: operations["get_profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your second factors */
        get: operations["get_profile_second_factors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/second-factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start adding an authenticator app
         * @description The app is active once its code is confirmed within 15 minutes.
         */
        post: operations["post_profile_second_factors_totp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/second-factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm an authenticator app with its code */
        post: operations["post_profile_second_factors_totp_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/second-factors/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start adding a passkey
         * @description Answers with the options for navigator.credentials.create, in their JSON form.
         */
        post: operations["post_profile_second_factors_passkeys_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/second-factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a passkey */
        post: operations["post_profile_second_factors_passkeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/second-factors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a second factor
         * @description Recovery codes end with the last second factor, which cannot be removed if your roles require one.
         */
        delete: operations["delete_profile_second_factors_id"];
        options?: never;
        head?: never;
        /** Rename a second factor */
        patch: operations["patch_profile_second_factors_id"];
        trace?: never;
    };
    "/profile/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create new recovery codes
         * @description They are shown only here, can be used once each, and replace the earlier ones.
         */
        post: operations["post_profile_recovery_codes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a user's second factors */
        get: operations["get_users_id_second_factors"];
        put?: never;
        post?: never;
        /**
         * Reset a user's second factors
         * @description For a user who has lost them: removes all second factors and recovery codes. The user is notified.
         */
        delete: operations["delete_users_id_second_factors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Browsers in which you are signed in.
         */
        get: operations["get_profile_sessions"];
        put?: never;
        post?: never;
        /**
         * End all your sessions
         * @description Including this one: sign in again. API keys keep working.
         */
        delete: operations["delete_profile_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Its tokens are refused from now on, by other nodes within seconds.
         */
        delete: operations["delete_profile_sessions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of a user */
        get: operations["get_users_id_sessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions of a user
         * @description Signs the user out everywhere. API keys and the password stay as they are.
         */
        delete: operations["delete_users_id_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session of a user
         * @description Its tokens are refused from now on, by other nodes within seconds.
         */
        delete: operations["delete_users_id_sessions_session_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sla/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the SLA targets of the priorities */
        get: operations["get_sla_policies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sla/policies/{priority}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the SLA target of a priority
         * @description For incidents that are opened, or get this priority, from now on.
         */
        put: operations["put_sla_policies_priority"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sla/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List business calendars */
        get: operations["get_sla_calendars"];
        put?: never;
        /** Create a business calendar */
        post: operations["post_sla_calendars"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sla/calendars/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one business calendar */
        get: operations["get_sla_calendars_id"];
        /** Replace a business calendar */
        put: operations["put_sla_calendars_id"];
        post?: never;
        /** Delete a business calendar */
        delete: operations["delete_sla_calendars_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List incidents */
        get: operations["get_incidents"];
        put?: never;
        /** Create an incident */
        post: operations["post_incidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export incidents as CSV */
        get: operations["get_incidents_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one incident */
        get: operations["get_incidents_id"];
        put?: never;
        post?: never;
        /**
         * Delete an incident
         * @description The record stays for audit and disappears from every list.
         */
        delete: operations["delete_incidents_id"];
        options?: never;
        head?: never;
        /** Update an incident */
        patch: operations["patch_incidents_id"];
        trace?: never;
    };
    "/incidents/{id}/watchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who watches one incident */
        get: operations["get_incidents_id_watchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Watch one incident */
        put: operations["put_incidents_id_watch"];
        post?: never;
        /** Stop watching one incident */
        delete: operations["delete_incidents_id_watch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** History of one incident */
        get: operations["get_incidents_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the open incidents of a configuration item */
        get: operations["get_cmdb_cis_id_incidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/sla": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain the SLA of an incident, segment by segment */
        get: operations["get_incidents_id_sla"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, update or delete up to 100 incidents
         * @description Answers immediately with a job; each record succeeds or fails on its own. Deleting needs the roles of DELETE. Instead of ids, update and delete take a filter: the query parameters of the list, such as {"state": "new", "unassigned": true}. Several names are an array there, because a comma is part of a name. It chooses the matching incidents at this moment, up to 10,000; one that no longer matches when its turn comes is not changed, and its result says no_longer_matches.
         */
        post: operations["post_incidents_bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the work notes of an incident that you may see, oldest first */
        get: operations["get_incidents_id_notes"];
        put?: never;
        /** Add a work note */
        post: operations["post_incidents_id_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one work note */
        get: operations["get_incidents_id_notes_note_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download an attachment */
        get: operations["get_attachments_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics of open incidents, and of created and resolved incidents by day
         * @description Deleted incidents are not counted. Days are dates in UTC.
         */
        get: operations["get_statistics_incidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the database, the queue, the disk and the backups
         * @description `findings` say what to do, as `mainstay doctor` does. Metrics over time are at `/metrics`.
         */
        get: operations["get_diagnostics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settings of this node and where they come from
         * @description Read-only: settings are environment variables, and take effect at the next start.
         */
        get: operations["get_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published articles that were not changed or reviewed for a long time
         * @description Least helpful first.
         */
        get: operations["get_knowledge_articles_stale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/from-incident/{incident_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draft an article from a resolved incident and its notes
         * @description Once per incident. Only notes that every reader of the incident sees go into the draft.
         */
        post: operations["post_knowledge_articles_from_incident_incident_id"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List articles */
        get: operations["get_knowledge_articles"];
        put?: never;
        /** Create an article */
        post: operations["post_knowledge_articles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export articles as CSV */
        get: operations["get_knowledge_articles_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one article */
        get: operations["get_knowledge_articles_id"];
        put?: never;
        post?: never;
        /**
         * Delete an article
         * @description The record stays for audit and disappears from every list. Whoever drafted it from an incident may delete it too, unless it has ever been published.
         */
        delete: operations["delete_knowledge_articles_id"];
        options?: never;
        head?: never;
        /**
         * Update an article
         * @description Whoever drafted it from an incident may update it too, while it is a draft or in review.
         */
        patch: operations["patch_knowledge_articles_id"];
        trace?: never;
    };
    "/knowledge/articles/{id}/watchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who watches one article */
        get: operations["get_knowledge_articles_id_watchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Watch one article */
        put: operations["put_knowledge_articles_id_watch"];
        post?: never;
        /** Stop watching one article */
        delete: operations["delete_knowledge_articles_id_watch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** History of one article */
        get: operations["get_knowledge_articles_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark an article as reviewed now */
        post: operations["post_knowledge_articles_id_review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an article
         * @description Newest first, including the current one; for editors and for its author.
         */
        get: operations["get_knowledge_articles_id_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one version of an article */
        get: operations["get_knowledge_articles_id_versions_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the text of a version
         * @description Creates a new version with the title, body, category and tags of the old one. The state does not change.
         */
        post: operations["post_knowledge_articles_id_versions_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the votes on an article, with their comments */
        get: operations["get_knowledge_articles_id_votes"];
        put?: never;
        /**
         * Rate an article as helpful or not
         * @description Each user has one vote: a second one replaces the first. It creates no new version.
         */
        post: operations["post_knowledge_articles_id_votes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List changes */
        get: operations["get_changes"];
        put?: never;
        /** Create a change */
        post: operations["post_changes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export changes as CSV */
        get: operations["get_changes_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one change */
        get: operations["get_changes_id"];
        put?: never;
        post?: never;
        /**
         * Delete a change
         * @description The record stays for audit and disappears from every list.
         */
        delete: operations["delete_changes_id"];
        options?: never;
        head?: never;
        /** Update a change */
        patch: operations["patch_changes_id"];
        trace?: never;
    };
    "/changes/{id}/watchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who watches one change */
        get: operations["get_changes_id_watchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Watch one change */
        put: operations["put_changes_id_watch"];
        post?: never;
        /** Stop watching one change */
        delete: operations["delete_changes_id_watch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** History of one change */
        get: operations["get_changes_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the open changes of a configuration item */
        get: operations["get_cmdb_cis_id_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit a draft for review */
        post: operations["post_changes_id_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a change
         * @description You cannot decide on your own change. The last required approval approves it.
         */
        post: operations["post_changes_id_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a change with a reason */
        post: operations["post_changes_id_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List configuration items */
        get: operations["get_cmdb_cis"];
        put?: never;
        /** Create a configuration item */
        post: operations["post_cmdb_cis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export configuration items as CSV */
        get: operations["get_cmdb_cis_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one configuration item */
        get: operations["get_cmdb_cis_id"];
        put?: never;
        post?: never;
        /**
         * Delete a configuration item
         * @description The record stays for audit and disappears from every list.
         */
        delete: operations["delete_cmdb_cis_id"];
        options?: never;
        head?: never;
        /** Update a configuration item */
        patch: operations["patch_cmdb_cis_id"];
        trace?: never;
    };
    "/cmdb/cis/{id}/watchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who watches one configuration item */
        get: operations["get_cmdb_cis_id_watchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Watch one configuration item */
        put: operations["put_cmdb_cis_id_watch"];
        post?: never;
        /** Stop watching one configuration item */
        delete: operations["delete_cmdb_cis_id_watch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** History of one configuration item */
        get: operations["get_cmdb_cis_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What depends on a configuration item
         * @description Directly and transitively, over every type of relationship that propagates failures.
         */
        get: operations["get_cmdb_cis_id_impact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a configuration item depends on
         * @description Directly and transitively, over every type of relationship that propagates failures.
         */
        get: operations["get_cmdb_cis_id_dependencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, update, upsert or delete up to 100 configuration items
         * @description Answers immediately with a job; each record succeeds or fails on its own. An upsert recognises a CI by source and external_id, then by serial_number, then by fqdn. Deleting needs the roles of DELETE. Instead of ids, update and delete take a filter: the query parameters of the list, with an array for several names, because a comma is part of a name. It chooses the matching items at this moment, up to 10,000; one that no longer matches when its turn comes is not changed, and its result says no_longer_matches.
         */
        post: operations["post_cmdb_cis_bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List requests */
        get: operations["get_requests"];
        put?: never;
        /** Create a request */
        post: operations["post_requests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export requests as CSV */
        get: operations["get_requests_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one request */
        get: operations["get_requests_id"];
        put?: never;
        post?: never;
        /**
         * Delete a request
         * @description The record stays for audit and disappears from every list.
         */
        delete: operations["delete_requests_id"];
        options?: never;
        head?: never;
        /** Update a request */
        patch: operations["patch_requests_id"];
        trace?: never;
    };
    "/requests/{id}/watchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who watches one request */
        get: operations["get_requests_id_watchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Watch one request */
        put: operations["put_requests_id_watch"];
        post?: never;
        /** Stop watching one request */
        delete: operations["delete_requests_id_watch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** History of one request */
        get: operations["get_requests_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a request
         * @description You cannot decide on your own request. The last required approval approves it.
         */
        post: operations["post_requests_id_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a request with a reason */
        post: operations["post_requests_id_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/fulfil": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fulfil an approved request */
        post: operations["post_requests_id_fulfil"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/fulfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fulfil an approved request */
        post: operations["post_requests_id_fulfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List catalog items */
        get: operations["get_catalog_items"];
        put?: never;
        /** Create a catalog item */
        post: operations["post_catalog_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/items/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export catalog items as CSV */
        get: operations["get_catalog_items_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one catalog item */
        get: operations["get_catalog_items_id"];
        put?: never;
        post?: never;
        /**
         * Delete a catalog item
         * @description The record stays for audit and disappears from every list.
         */
        delete: operations["delete_catalog_items_id"];
        options?: never;
        head?: never;
        /** Update a catalog item */
        patch: operations["patch_catalog_items_id"];
        trace?: never;
    };
    "/catalog/items/{id}/watchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who watches one catalog item */
        get: operations["get_catalog_items_id_watchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/items/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Watch one catalog item */
        put: operations["put_catalog_items_id_watch"];
        post?: never;
        /** Stop watching one catalog item */
        delete: operations["delete_catalog_items_id_watch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/items/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** History of one catalog item */
        get: operations["get_catalog_items_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes and requests that await your decision, oldest first
         * @description Without your own and those that you have edited or decided on already.
         */
        get: operations["get_approvals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List views */
        get: operations["get_views"];
        put?: never;
        /**
         * Save a view of a list
         * @description Filters, order and columns under a name. A private view is seen by its owner only, a shared one by everyone. Sharing needs a role that works with records.
         */
        post: operations["post_views"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one view */
        get: operations["get_views_id"];
        put?: never;
        post?: never;
        /**
         * Delete a view
         * @description By its owner; a shared view also by managers.
         */
        delete: operations["delete_views_id"];
        options?: never;
        head?: never;
        /**
         * Update a view
         * @description By its owner; a shared view also by managers. An owner who may no longer share can only make it private.
         */
        patch: operations["patch_views_id"];
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search incidents, changes, requests, configuration items, articles and people
         * @description Finds numbers in any spelling (INC0000300, inc-300, 300), the beginnings of words, and words with one mistake. Returns only what you may read; people only to those who may list them.
         */
        get: operations["get_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes and notes of one incident, newest first
         * @description Fields that changed together are one entry. Notes that you may not see are left out. People are named.
         */
        get: operations["get_incidents_id_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes and notes of one change, newest first
         * @description Fields that changed together are one entry. Notes that you may not see are left out. People are named.
         */
        get: operations["get_changes_id_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes and notes of one request, newest first
         * @description Fields that changed together are one entry. Notes that you may not see are left out. People are named.
         */
        get: operations["get_requests_id_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes and notes of one configuration item, newest first
         * @description Fields that changed together are one entry. Notes that you may not see are left out. People are named.
         */
        get: operations["get_cmdb_cis_id_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/items/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes and notes of one catalog item, newest first
         * @description Fields that changed together are one entry. Notes that you may not see are left out. People are named.
         */
        get: operations["get_catalog_items_id_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes and notes of one article, newest first
         * @description Fields that changed together are one entry. Notes that you may not see are left out. People are named.
         */
        get: operations["get_knowledge_articles_id_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes of one change that you may see, oldest first */
        get: operations["get_changes_id_notes"];
        put?: never;
        /**
         * Add a note to one change
         * @description Notifies the people whom it mentions as `@name`, and those who watch the record.
         */
        post: operations["post_changes_id_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/{id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one note of one change */
        get: operations["get_changes_id_notes_note_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes of one request that you may see, oldest first */
        get: operations["get_requests_id_notes"];
        put?: never;
        /**
         * Add a note to one request
         * @description Notifies the people whom it mentions as `@name`, and those who watch the record.
         */
        post: operations["post_requests_id_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one note of one request */
        get: operations["get_requests_id_notes_note_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes of one configuration item that you may see, oldest first */
        get: operations["get_cmdb_cis_id_notes"];
        put?: never;
        /**
         * Add a note to one configuration item
         * @description Notifies the people whom it mentions as `@name`, and those who watch the record.
         */
        post: operations["post_cmdb_cis_id_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cmdb/cis/{id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one note of one configuration item */
        get: operations["get_cmdb_cis_id_notes_note_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes of one article that you may see, oldest first */
        get: operations["get_knowledge_articles_id_notes"];
        put?: never;
        /**
         * Add a note to one article
         * @description Notifies the people whom it mentions as `@name`, and those who watch the record.
         */
        post: operations["post_knowledge_articles_id_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/articles/{id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one note of one article */
        get: operations["get_knowledge_articles_id_notes_note_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the knowledge base a question
         * @description Without a model the answer is made of sentences of published articles, verbatim. `Cache-Control: no-cache` bypasses the cache.
         */
        post: operations["post_ai_ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the copilot about live records or knowledge, or have it propose an action
         * @description Actions are proposals and never carried out. With `stream: true` the answer comes as Server-Sent Events: `delta` with {text}, then `done` with the whole answer, or `error` with a problem; such an answer cannot be repeated, so it takes no Idempotency-Key.
         */
        post: operations["post_ai_query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse a record: its root cause, its impact, or a summary
         * @description From the records alone: similar resolved incidents, changes shortly before, the CMDB, notes for the team and the public. A model, where one is configured, only puts it into words.
         */
        post: operations["post_ai_analyze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/exemplars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find similar resolved incidents and their resolutions */
        post: operations["post_ai_exemplars"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the questions that the knowledge base did not cover
         * @description Most frequent first. A question is removed when it is asked again and an article covers it.
         */
        get: operations["get_knowledge_gaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/gaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Dismiss a question that needs no article */
        delete: operations["delete_knowledge_gaps_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suggest category, priority and assignment group for a text
         * @description Trained on the resolved incidents of this service; without history, a built-in word list answers with low confidence.
         */
        post: operations["post_ai_suggest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/suggest/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the suggestion models and their accuracy */
        get: operations["get_ai_suggest_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/suggest/train": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Train on the resolved incidents now
         * @description Otherwise a job trains it once enough incidents were resolved.
         */
        post: operations["post_ai_suggest_train"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/cache/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cache hit statistics
         * @description Of all nodes together; the counts of other nodes arrive with a delay of a second.
         */
        get: operations["get_ai_cache_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Clear the AI cache */
        delete: operations["delete_ai_cache"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What AI answers cost
         * @description Calls and tokens per day (UTC), endpoint and model, newest first: your own, or those of all users for itsm_manager and super_admin. Answers from the cache cost nothing and are not counted. Tokens of providers count against the daily budget of their caller; when it is spent, the embedded model answers until the next day.
         */
        get: operations["get_ai_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the demo data */
        get: operations["get_demo"];
        put?: never;
        post?: never;
        /**
         * Remove the demo data
         * @description Deletes the demo records, with the notes, votes and versions that users added to them. Records of users and the audit log are kept.
         */
        delete: operations["delete_demo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/demo/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the demo data and load it again
         * @description Loading takes a few seconds; GET /demo returns its progress.
         */
        post: operations["post_demo_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the setup checklist
         * @description The console shows a checklist to administrators until one of them dismisses it. Whether a step is done follows from the records themselves, such as users, SLA policies and webhooks.
         */
        get: operations["get_onboarding"];
        /** Dismiss the setup checklist, or show it again */
        put: operations["put_onboarding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The event log */
        get: operations["get_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * New events as they happen (Server-Sent Events)
         * @description Send the last id you have in the header Last-Event-ID, or as `after`, to go on where you stopped; without it the stream starts now.
         */
        get: operations["get_events_stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List outbound webhooks */
        get: operations["get_webhooks_outbound"];
        put?: never;
        /**
         * Create an outbound webhook
         * @description The secret and the values of headers are shown only in this response.
         */
        post: operations["post_webhooks_outbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one outbound webhook */
        get: operations["get_webhooks_outbound_id"];
        put?: never;
        post?: never;
        /**
         * Delete an outbound webhook
         * @description Deliveries that are still pending fail.
         */
        delete: operations["delete_webhooks_outbound_id"];
        options?: never;
        head?: never;
        /**
         * Update an outbound webhook
         * @description The update applies to the next attempt of every delivery. A url of another origin needs the header values again.
         */
        patch: operations["patch_webhooks_outbound_id"];
        trace?: never;
    };
    "/webhooks/outbound/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret
         * @description For 24 hours deliveries are signed with the old one too.
         */
        post: operations["post_webhooks_outbound_id_rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Delivery health of every outbound webhook in the last 24 hours */
        get: operations["get_webhooks_outbound_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deliveries, newest first */
        get: operations["get_webhooks_outbound_id_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Success rate, latency and last failure */
        get: operations["get_webhooks_outbound_id_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a sample now and return the response of the receiver */
        post: operations["post_webhooks_outbound_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay all deliveries of a range, as a job
         * @description Failed ones, unless `status` is given. Each becomes a new delivery.
         */
        post: operations["post_webhooks_outbound_id_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery with its request and every attempt */
        get: operations["get_webhooks_outbound_id_deliveries_delivery_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay one delivery */
        post: operations["post_webhooks_outbound_id_deliveries_delivery_id_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery with its request and every attempt */
        get: operations["get_webhooks_outbound_deliveries_delivery_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/outbound/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay one delivery */
        post: operations["post_webhooks_outbound_deliveries_delivery_id_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List inbound webhooks */
        get: operations["get_webhooks_inbound"];
        put?: never;
        /**
         * Create an inbound webhook
         * @description The secret is shown only in this response. A preset fills in mapping and filters.
         */
        post: operations["post_webhooks_inbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbound/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one inbound webhook */
        get: operations["get_webhooks_inbound_id"];
        put?: never;
        /**
         * Receive an event from another system
         * @description With a secret, X-Service-Signature or X-Hub-Signature-256 must carry the HMAC-SHA256 of the raw body, or of X-Service-Timestamp, a dot and the raw body; the headers of Standard Webhooks are accepted too.
         */
        post: operations["post_webhooks_inbound_id"];
        /** Delete an inbound webhook */
        delete: operations["delete_webhooks_inbound_id"];
        options?: never;
        head?: never;
        /** Update an inbound webhook */
        patch: operations["patch_webhooks_inbound_id"];
        trace?: never;
    };
    "/webhooks/inbound/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret
         * @description For 24 hours calls that are signed with the old one are accepted too.
         */
        post: operations["post_webhooks_inbound_id_rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbound/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List presets: tools with a predefined mapping, and samples */
        get: operations["get_webhooks_inbound_presets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbound/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health of every inbound webhook, from its last calls */
        get: operations["get_webhooks_inbound_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbound/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview the result of a payload under rules that are not saved yet */
        post: operations["post_webhooks_inbound_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbound/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last calls and their results, newest first */
        get: operations["get_webhooks_inbound_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Progress and results of a bulk job */
        get: operations["get_jobs_job_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List from which records of other systems the records and notes that you may read were imported */
        get: operations["get_external_references"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import incidents of another system, with their ids, states and times
         * @description JSON lines (application/x-ndjson) or CSV (text/csv) of up to 16 MiB; npm run import splits a larger file.
         */
        post: operations["post_incidents_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file, to be attached to a note by its id
         * @description The body is the file itself, Content-Type its type. An upload that is not attached to a note is deleted after a day.
         */
        post: operations["post_attachments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbound/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the result of a payload
         * @description The body is the payload; without one, the sample of the preset is used.
         */
        post: operations["post_webhooks_inbound_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/{system}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import records of another system, with their authors and times
         * @description JSON lines (application/x-ndjson) of up to 16 MiB and 1000 records. Each has type (incident, ci, article), external_id, fields, and where they apply url, author, created_at, updated_at, ci_external_id and notes. The ID of the other system is kept as an external reference: what was imported before is not imported again, except for new notes. No one is notified and no webhook is called.
         */
        post: operations["post_import_system"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "incident.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incident was created */
        post: operations["webhook_incident_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incident was changed */
        post: operations["webhook_incident_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incident was resolved */
        post: operations["webhook_incident_resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.priority_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The priority of an incident was changed */
        post: operations["webhook_incident_priority_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "change.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A change was submitted for review */
        post: operations["webhook_change_submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "change.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A change was approved */
        post: operations["webhook_change_approved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "change.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A change was rejected */
        post: operations["webhook_change_rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A service request was submitted */
        post: operations["webhook_request_submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A service request was approved */
        post: operations["webhook_request_approved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sla.breach_warning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incident has used 75 % of its SLA time */
        post: operations["webhook_sla_breach_warning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sla.breached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The SLA of an incident was breached */
        post: operations["webhook_sla_breached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ci.discovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new configuration item was discovered */
        post: operations["webhook_ci_discovered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptedJob: {
            job_id: string;
            /** @enum {string} */
            status: "queued";
            operation: string;
            total: number;
            status_url: string;
            created_at: components["schemas"]["Timestamp"];
        };
        ActivityChange: {
            field: string;
            from: unknown;
            to: unknown;
            /** @description Name of the person whose email address `from` is */
            from_name?: string;
            /** @description Name of the person whose email address `to` is */
            to_name?: string;
        };
        ActivityEntry: {
            id: string;
            /** @enum {string} */
            type: "change" | "note";
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["ActivityPerson"];
            /** @description For example `created`, `updated`, `approved` or `noted` */
            action: string;
            /** @description Empty for a note */
            changes: components["schemas"]["ActivityChange"][];
            note: components["schemas"]["ActivityNote"] | null;
            /**
             * @description When an incident was resolved: whether that was before its SLA was breached
             * @enum {string}
             */
            sla?: "met" | "breached";
        };
        ActivityEntryList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["ActivityEntry"][];
        };
        ActivityNote: {
            id: string;
            /** @description Markdown */
            body: string;
            /** @enum {string} */
            visibility: "team" | "internal" | "public" | "private";
            attachments: components["schemas"]["Attachment"][];
        };
        ActivityPerson: {
            id: string;
            email: string;
            /** @description The email address if the account has no name */
            name: string;
        };
        AddPasskey: {
            /** @description Name chosen by the user */
            name?: components["schemas"]["SingleLine100"];
            /** @description The PublicKeyCredential in its JSON form (RegistrationResponseJSON) */
            credential: {
                [key: string]: unknown;
            };
        };
        AiReport: {
            /** @description provider/model that answered */
            model_used: string;
            /** @description Tokens consumed by this call; 0 when it came from the cache */
            tokens_used: number;
            /** @description On a cache hit: what the answer had cost */
            tokens_saved?: number;
            latency_ms: number;
            cache_hit: boolean;
        };
        AiUsage: {
            /** Format: date */
            since: string;
            data: {
                /** Format: date */
                day: string;
                /** @enum {string} */
                endpoint: "ask" | "analyze" | "exemplars" | "suggest" | "query" | "resolutions";
                model_used: string;
                calls: number;
                /** @description Unusable answers, for which another model answered */
                failures: number;
                input_tokens: number;
                output_tokens: number;
                tokens_used: number;
            }[];
            /** @description Highest usage first, at most 100; only yourself unless you are a manager */
            users: {
                actor_id: string;
                email: string;
                calls: number;
                /** @description Tokens that count against the daily budget */
                provider_tokens: number;
            }[];
            /** @description Your own, of today (UTC); null: no limit */
            budget: {
                daily_tokens: number | null;
                used_today: number;
                left_today: number | null;
            };
        };
        Analysis: components["schemas"]["AiReport"] & {
            record_id: string;
            /** @enum {string} */
            analysis_type: "root_cause" | "impact" | "summary";
            findings: components["schemas"]["RootCause"] | components["schemas"]["Impact"] | components["schemas"]["Summary"];
        };
        AnalysisRequest: {
            /** @enum {string} */
            record_type: "incident" | "change" | "request" | "ci";
            record_id: components["schemas"]["SingleLine40"];
            /** @enum {string} */
            analysis_type: "root_cause" | "impact" | "summary";
            context_record?: components["schemas"]["ContextRecord"];
            /** @enum {string} */
            model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus";
        };
        AnyJson: unknown;
        ApiKey: {
            id: string;
            name: components["schemas"]["SingleLine200"];
            roles: components["schemas"]["Roles"];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["TimestampOrNull"];
        };
        ApiKeyList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["ApiKey"][];
        };
        ApiKeyWithSecret: components["schemas"]["ApiKey"] & {
            /** @description Shown only here */
            key: string;
        };
        Approval: {
            /** @enum {string} */
            status: "not_requested" | "pending" | "approved" | "rejected";
            /** @description Number of required approvals */
            required: number;
            decisions: components["schemas"]["ApprovalDecision"][];
            /** @description The edit that ended earlier approvals; the history has those */
            ended?: {
                by: string;
                by_id: string;
                at: components["schemas"]["Timestamp"];
                fields: string[];
            };
        };
        ApprovalDecision: {
            /** @enum {string} */
            decision: "approved" | "rejected";
            by: string;
            by_id: string;
            at: components["schemas"]["Timestamp"];
            comment: string | null;
        };
        Approve: {
            comment?: string | null;
        };
        Article: components["schemas"]["StoredRecord"] & {
            title: components["schemas"]["SingleLine255"];
            /** @description Markdown, stored and returned unchanged */
            body: string;
            category: components["schemas"]["SingleLine100OrNull"];
            tags: components["schemas"]["SingleLine100"][];
            state: components["schemas"]["ArticleState"];
            /** @description E-mail address of the author of the first version */
            author: string;
            /** @description E-mail address of the author of this version */
            updated_by: string;
            published_at: components["schemas"]["TimestampOrNull"];
            reviewed_at: components["schemas"]["TimestampOrNull"];
            helpful_count: number;
            unhelpful_count: number;
            source_incident_id: string | null;
            allowed_transitions: ("draft" | "review" | "published" | "retired")[];
            /** @description With q: plain text around the words that were found */
            snippet?: string;
            highlights?: {
                /** @description Ranges of the matches: start and exclusive end, in code points */
                title: number[][];
                /** @description Ranges of the matches: start and exclusive end, in code points */
                snippet: number[][];
            };
        };
        ArticleCitation: components["schemas"]["CopilotCitation"] & {
            /** @description Whether the answer quotes it */
            quoted: boolean;
        };
        ArticleFields: {
            /** @description Markdown, stored and returned unchanged */
            body?: string;
            category?: components["schemas"]["SingleLine100OrNull"];
            tags?: components["schemas"]["SingleLine100"][];
        };
        ArticleList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Article"][];
        };
        /** @enum {string} */
        ArticleState: "draft" | "review" | "published" | "retired";
        ArticleVersion: components["schemas"]["ArticleVersionSummary"] & {
            /** @description Markdown, stored and returned unchanged */
            body: string;
            category: components["schemas"]["SingleLine100OrNull"];
            tags: components["schemas"]["SingleLine100"][];
        };
        ArticleVersionSummary: {
            version: number;
            title: string;
            /** @enum {string} */
            state: "draft" | "review" | "published" | "retired";
            /** @description E-mail address of the author of this version */
            author: string;
            at: components["schemas"]["Timestamp"];
        };
        ArticleVersionSummaryList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["ArticleVersionSummary"][];
        };
        AskAnswer: components["schemas"]["AiReport"] & {
            /** @description Markdown; each part ends with the id of the article it comes from */
            answer: string;
            /** @description The articles that were retrieved, the most relevant first */
            citations: components["schemas"]["ArticleCitation"][];
            /** @description False when the knowledge base does not cover the question */
            covered: boolean;
        };
        AskRequest: {
            question: string;
            context_record?: components["schemas"]["ContextRecord"];
            /**
             * @description Passages to retrieve
             * @default 5
             */
            max_kb_results?: number;
            /** @enum {string} */
            model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus";
        };
        Attachment: {
            id: string;
            filename: string;
            content_type: string;
            size: number | null;
            sha256: string | null;
            url: string;
        };
        AuditCheckpoints: {
            checkpoints: {
                position: number;
                hash: string;
                signature?: components["schemas"]["SingleLine200"];
                first_entry?: number | null;
                at?: components["schemas"]["SingleLine50"];
                service_instance?: components["schemas"]["SingleLine200"];
            }[];
        };
        AuditVerification: {
            /** @description Null until the end of the log is reached */
            valid: boolean | null;
            /** @description Absent at the end: send it as `cursor` to continue a long log */
            next_cursor?: string;
            /** @description Number of verified sealed entries so far */
            checked: number;
            /** @description Sealed entries so far */
            sealed: number;
            /** @description Recent entries that are not sealed yet */
            unsealed: number;
            first_broken: {
                position: number;
                entry: number | null;
                reason: string;
            } | null;
            /** @description Comparison with checkpoints outside the database */
            anchor: {
                /** @enum {string} */
                source: "file" | "request" | "none";
                /** @description Checkpoints that the log was compared with */
                compared: number;
                /** @description Checkpoints that cannot be parsed, or have an invalid signature */
                ignored: number;
                /** @description The last checkpoint that matches the log */
                last_position: number | null;
            };
        };
        BulkCis: {
            /** @enum {string} */
            operation: "create" | "update" | "upsert" | "delete";
            /** @description Where the records come from: the discovery_source of those that are created or upserted and name none */
            source?: components["schemas"]["SingleLine100OrNull"];
            /** @description Nothing is written: the results show what would happen */
            dry_run?: boolean;
            /** @description create, upsert: each with a name. update: each with its id and its own fields, instead of ids and fields */
            records?: {
                id?: components["schemas"]["CiId"];
                name?: components["schemas"]["SingleLine255"];
                /** @description Such as server, application, database, network, service */
                class?: components["schemas"]["SingleLine100"];
                status?: string;
                environment?: components["schemas"]["SingleLine100OrNull"];
                /** @enum {string|null} */
                criticality?: "low" | "medium" | "high" | "critical" | null;
                owner?: components["schemas"]["SingleLine254OrNull"];
                support_group?: components["schemas"]["SingleLine100OrNull"];
                location?: components["schemas"]["SingleLine255OrNull"];
                ip_addresses?: components["schemas"]["IpAddress"][];
                fqdn?: components["schemas"]["HostNameOrNull"];
                serial_number?: components["schemas"]["LabelOrNull"];
                external_id?: components["schemas"]["LabelOrNull"];
                attributes?: {
                    [key: string]: unknown;
                };
                /** @description From this CI to others, each once */
                relationships?: components["schemas"]["Relationship"][];
                /** @description The discovering system; identifies the CI together with external_id */
                discovery_source?: components["schemas"]["SingleLine100OrNull"];
                first_discovered_at?: components["schemas"]["TimestampOrNull"];
                last_discovered_at?: components["schemas"]["TimestampOrNull"];
            }[];
            /** @description update, delete */
            ids?: components["schemas"]["CiId"][];
            filter?: components["schemas"]["CiFilter"];
            fields?: components["schemas"]["UpdateCi"];
        };
        BulkIncidents: {
            /** @enum {string} */
            operation: "create" | "update" | "delete";
            records?: components["schemas"]["CreateIncident"][];
            ids?: string[];
            filter?: components["schemas"]["IncidentFilter"];
            fields?: components["schemas"]["UpdateIncident"];
        };
        BusinessCalendar: {
            id: string;
            name: components["schemas"]["SingleLine100"];
            /** @description IANA name, such as Europe/Berlin */
            time_zone: components["schemas"]["SingleLine64"];
            hours: components["schemas"]["BusinessHours"];
            holidays: string[];
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        BusinessCalendarList: {
            data: components["schemas"]["BusinessCalendar"][];
            total: number;
        };
        BusinessHours: {
            mon?: components["schemas"]["HoursOfDay"];
            tue?: components["schemas"]["HoursOfDay"];
            wed?: components["schemas"]["HoursOfDay"];
            thu?: components["schemas"]["HoursOfDay"];
            fri?: components["schemas"]["HoursOfDay"];
            sat?: components["schemas"]["HoursOfDay"];
            sun?: components["schemas"]["HoursOfDay"];
        };
        CacheStatistics: {
            /** @description Answers in the cache */
            entries: number;
            hits: number;
            misses: number;
            hit_rate: number;
            /** @description Tokens that the cached answers had cost */
            tokens_saved: number;
            /** @description Questions similar to a cached one that have another meaning */
            guard_refusals: number;
            /** @description Expired answers */
            expired: number;
            /** @description Entries invalidated because a cited record changed */
            invalidated: number;
            /** @description 0: nothing is kept */
            max_entries: number;
            /**
             * Format: date-time
             * @description Start of the counters
             */
            since: string;
            endpoints: {
                [key: string]: {
                    /** @description Answers in the cache */
                    entries: number;
                    hits: number;
                    misses: number;
                    hit_rate: number;
                    /** @description Tokens that the cached answers had cost */
                    tokens_saved: number;
                    /** @description Questions similar to a cached one that have another meaning */
                    guard_refusals: number;
                    /** @description Expired answers */
                    expired: number;
                    /** @description Entries invalidated because a cited record changed */
                    invalidated: number;
                };
            };
        };
        CastVote: {
            helpful: boolean;
            comment?: string | null;
        };
        CatalogItem: components["schemas"]["StoredRecord"] & {
            /** @description Unique among active items, ignoring case */
            name: components["schemas"]["SingleLine100"];
            /** @description Markdown */
            description: string | null;
            category: components["schemas"]["SingleLine100OrNull"];
            fields: {
                [key: string]: unknown;
            } | null;
            approval_required: boolean;
            assignment_group: components["schemas"]["SingleLine100OrNull"];
            active: boolean;
        };
        CatalogItemFields: {
            /** @description Markdown */
            description?: string | null;
            category?: components["schemas"]["SingleLine100OrNull"];
            fields?: {
                [key: string]: unknown;
            } | null;
            approval_required?: boolean;
            assignment_group?: components["schemas"]["SingleLine100OrNull"];
            active?: boolean;
        };
        CatalogItemList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["CatalogItem"][];
        };
        Change: components["schemas"]["StoredRecord"] & {
            short_description: components["schemas"]["SingleLine255"];
            /** @description Markdown */
            description: string | null;
            /** @enum {string} */
            type: "normal" | "standard" | "emergency";
            /** @enum {string} */
            risk: "high" | "medium" | "low";
            /** @enum {string|null} */
            impact: "high" | "medium" | "low" | null;
            /** @enum {string} */
            priority: "P1" | "P2" | "P3" | "P4";
            category: components["schemas"]["SingleLine100OrNull"];
            assignment_group: components["schemas"]["SingleLine100OrNull"];
            assigned_to: components["schemas"]["EmailOrNull"];
            requested_by: components["schemas"]["Email"];
            ci_ids: string[];
            planned_start: components["schemas"]["TimestampOrNull"];
            planned_end: components["schemas"]["TimestampOrNull"];
            implementation_plan: string | null;
            backout_plan: string | null;
            test_plan: string | null;
            state: components["schemas"]["ChangeState"];
            /** @enum {string|null} */
            close_code: "successful" | "successful_with_issues" | "backed_out" | "failed" | null;
            close_notes: string | null;
            closed_at: components["schemas"]["TimestampOrNull"];
            approval: components["schemas"]["Approval"];
            created_by: string;
            /** @description At most 100 can be added at once */
            incident_ids: string[];
            allowed_transitions: ("draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled")[];
            /** @description Changes on the same CIs at the same time */
            conflicts: components["schemas"]["ChangeConflict"][];
        };
        ChangeConflict: {
            change_id: string;
            short_description: string;
            state: components["schemas"]["ChangeState"];
            planned_start: components["schemas"]["Timestamp"];
            planned_end: components["schemas"]["Timestamp"];
            /** @description The CIs that both affect */
            ci_ids: string[];
        };
        ChangeEventData: {
            id: string;
            /** Format: uri */
            url: string;
            short_description?: components["schemas"]["SingleLine255"];
            /** @enum {string} */
            type?: "normal" | "standard" | "emergency";
            /** @enum {string} */
            risk?: "high" | "medium" | "low";
            /** @enum {string|null} */
            impact?: "high" | "medium" | "low" | null;
            /** @enum {string} */
            priority?: "P1" | "P2" | "P3" | "P4";
            category?: components["schemas"]["SingleLine100OrNull"];
            assignment_group?: components["schemas"]["SingleLine100OrNull"];
            assigned_to?: components["schemas"]["EmailOrNull"];
            requested_by?: components["schemas"]["Email"];
            ci_ids?: string[];
            planned_start?: components["schemas"]["TimestampOrNull"];
            planned_end?: components["schemas"]["TimestampOrNull"];
            state?: components["schemas"]["ChangeState"];
            approval?: components["schemas"]["Approval"];
            /** @description A test delivery; the record does not exist */
            test?: boolean;
        };
        ChangeFields: {
            /** @description Markdown */
            description?: string | null;
            /** @enum {string} */
            type?: "normal" | "standard" | "emergency";
            /** @enum {string} */
            risk?: "high" | "medium" | "low";
            /** @enum {string|null} */
            impact?: "high" | "medium" | "low" | null;
            /** @enum {string} */
            priority?: "P1" | "P2" | "P3" | "P4";
            category?: components["schemas"]["SingleLine100OrNull"];
            assignment_group?: components["schemas"]["SingleLine100OrNull"];
            assigned_to?: components["schemas"]["EmailOrNull"];
            requested_by?: components["schemas"]["Email"];
            ci_ids?: string[];
            planned_start?: components["schemas"]["TimestampOrNull"];
            planned_end?: components["schemas"]["TimestampOrNull"];
            implementation_plan?: string | null;
            backout_plan?: string | null;
            test_plan?: string | null;
            /** @enum {string|null} */
            close_code?: "successful" | "successful_with_issues" | "backed_out" | "failed" | null;
            close_notes?: string | null;
            /** @description At most 100 can be added at once */
            incident_ids?: string[];
        };
        ChangeList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Change"][];
        };
        ChangePassword: {
            current_password: string;
            /** @description At least 12 characters of any kind; one that is common or easy to guess is refused */
            new_password: string;
        };
        /** @enum {string} */
        ChangeState: "draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled";
        Ci: components["schemas"]["StoredRecord"] & {
            name: components["schemas"]["SingleLine255"];
            /** @description Such as server, application, database, network, service */
            class: components["schemas"]["SingleLine100"];
            status: string;
            environment: components["schemas"]["SingleLine100OrNull"];
            /** @enum {string|null} */
            criticality: "low" | "medium" | "high" | "critical" | null;
            owner: components["schemas"]["SingleLine254OrNull"];
            support_group: components["schemas"]["SingleLine100OrNull"];
            location: components["schemas"]["SingleLine255OrNull"];
            ip_addresses: components["schemas"]["IpAddress"][];
            fqdn: components["schemas"]["HostNameOrNull"];
            serial_number: components["schemas"]["LabelOrNull"];
            external_id: components["schemas"]["LabelOrNull"];
            attributes: {
                [key: string]: unknown;
            };
            /** @description From this CI to others, each once */
            relationships: components["schemas"]["Relationship"][];
            /** @description The discovering system; identifies the CI together with external_id */
            discovery_source: components["schemas"]["SingleLine100OrNull"];
            first_discovered_at: components["schemas"]["TimestampOrNull"];
            last_discovered_at: components["schemas"]["TimestampOrNull"];
            /** @description From others to this CI, at most 1,000; GET /cmdb/cis?related_to=<id> lists them all */
            related_from?: {
                type: string;
                ci_id: string;
                name: string;
            }[];
        };
        CiEventData: {
            id: string;
            /** Format: uri */
            url: string;
            name?: components["schemas"]["SingleLine255"];
            /** @description Such as server, application, database, network, service */
            class?: components["schemas"]["SingleLine100"];
            status?: string;
            environment?: components["schemas"]["SingleLine100OrNull"];
            /** @enum {string|null} */
            criticality?: "low" | "medium" | "high" | "critical" | null;
            owner?: components["schemas"]["SingleLine254OrNull"];
            support_group?: components["schemas"]["SingleLine100OrNull"];
            location?: components["schemas"]["SingleLine255OrNull"];
            ip_addresses?: components["schemas"]["IpAddress"][];
            fqdn?: components["schemas"]["HostNameOrNull"];
            serial_number?: components["schemas"]["LabelOrNull"];
            external_id?: components["schemas"]["LabelOrNull"];
            /** @description The discovering system; identifies the CI together with external_id */
            discovery_source?: components["schemas"]["SingleLine100OrNull"];
            first_discovered_at?: components["schemas"]["TimestampOrNull"];
            created_at?: components["schemas"]["Timestamp"];
            /** @description A test delivery; the record does not exist */
            test?: boolean;
        };
        CiFields: {
            /** @description Such as server, application, database, network, service */
            class?: components["schemas"]["SingleLine100"];
            status?: string;
            environment?: components["schemas"]["SingleLine100OrNull"];
            /** @enum {string|null} */
            criticality?: "low" | "medium" | "high" | "critical" | null;
            owner?: components["schemas"]["SingleLine254OrNull"];
            support_group?: components["schemas"]["SingleLine100OrNull"];
            location?: components["schemas"]["SingleLine255OrNull"];
            ip_addresses?: components["schemas"]["IpAddress"][];
            fqdn?: components["schemas"]["HostNameOrNull"];
            serial_number?: components["schemas"]["LabelOrNull"];
            external_id?: components["schemas"]["LabelOrNull"];
            attributes?: {
                [key: string]: unknown;
            };
            /** @description From this CI to others, each once */
            relationships?: components["schemas"]["Relationship"][];
            /** @description The discovering system; identifies the CI together with external_id */
            discovery_source?: components["schemas"]["SingleLine100OrNull"];
            first_discovered_at?: components["schemas"]["TimestampOrNull"];
            last_discovered_at?: components["schemas"]["TimestampOrNull"];
        };
        CiFilter: {
            class?: components["schemas"]["OneOrSeveralNames"];
            status?: components["schemas"]["OneOrSeveralNames"];
            environment?: components["schemas"]["OneOrSeveralNames"];
            criticality?: string;
            owner?: components["schemas"]["OneOrSeveralNames"];
            support_group?: components["schemas"]["OneOrSeveralNames"];
            location?: components["schemas"]["OneOrSeveralNames"];
            external_id?: components["schemas"]["OneOrSeveralNames"];
            discovery_source?: components["schemas"]["OneOrSeveralNames"];
            ip_address?: components["schemas"]["SingleLine64"];
            serial_number?: components["schemas"]["OneOrSeveralNames"];
            fqdn?: components["schemas"]["OneOrSeveralNames"];
            related_to?: components["schemas"]["CiId"];
            /** @description orphan: without relationships; duplicate: shares its serial number, its fqdn, or name, class and environment with another */
            health?: string;
            created_after?: components["schemas"]["Timestamp"];
            created_before?: components["schemas"]["Timestamp"];
            /** @description Full text: words, "phrases", -not, or an id */
            q?: string;
        };
        CiId: string;
        CiIdOrNull: string | null;
        CiList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Ci"][];
        };
        CiRelationship: {
            from: string;
            type: string;
            to: string;
        };
        Client: {
            /** @description The client_id */
            id: string;
            name: components["schemas"]["SingleLine200"];
            email: components["schemas"]["Email"];
            roles: components["schemas"]["Roles"];
            redirect_uris: components["schemas"]["RedirectUris"];
            active: boolean;
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        ClientFields: {
            email?: components["schemas"]["Email"];
            redirect_uris?: components["schemas"]["RedirectUris"];
            active?: boolean;
        };
        ClientList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Client"][];
        };
        ClientWithSecret: components["schemas"]["Client"] & {
            client_id: string;
            /** @description Shown only here */
            client_secret: string;
        };
        ConfirmTotp: {
            /** @description The code that the app shows now */
            code: string;
            /** @description Name chosen by the user */
            name?: components["schemas"]["SingleLine100"];
        };
        ContextRecord: {
            /** @enum {string} */
            type: "incident" | "change" | "request" | "ci" | "article";
            id: components["schemas"]["SingleLine40"];
        };
        /** @description A proposal: nothing has been done. Method, path and body can be sent as they are. */
        CopilotAction: {
            /** @description Such as update_incident, add_note, approve_change */
            type: string;
            /** @description What to ask a person to confirm */
            label: string;
            /** @enum {string} */
            method: "POST" | "PATCH" | "DELETE";
            path: string;
            body?: {
                [key: string]: unknown;
            };
            requires_role?: string[];
            /** @description Whether the call would be accepted now */
            allowed: boolean;
            /** @description Reasons for a refusal */
            reason?: string;
        };
        CopilotAnswer: components["schemas"]["AiReport"] & {
            /** @description Markdown. Says how the question was understood, and which words were not used */
            answer: string;
            /** @enum {string} */
            intent: "count" | "list" | "show" | "changes_on" | "stats" | "impact" | "dependencies" | "sla" | "knowledge" | "action" | "help" | "unknown";
            citations: components["schemas"]["CopilotCitation"][];
            results: components["schemas"]["CopilotResults"] | null;
            actions: components["schemas"]["CopilotAction"][];
            conversation_id: string;
        };
        CopilotCitation: {
            article_id: string;
            title: string;
            relevance: number;
        };
        CopilotQuery: {
            query: string;
            /** @description From an earlier answer, to continue its conversation */
            conversation_id?: components["schemas"]["SingleLine64"];
            context_record?: components["schemas"]["ContextRecord"];
            /** @enum {string} */
            model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus";
            /** @description Answer as Server-Sent Events: `delta`, then `done` with the whole answer */
            stream?: boolean;
        };
        CopilotResult: {
            /** @enum {string} */
            type: "incident" | "change" | "request" | "ci" | "article" | "history";
            /** @description Number of records that match; exact unless total_is_exact is false */
            total: number;
            /** @description Absent when the total is exact. false: there are more than 10000 matches, and total is 10000 */
            total_is_exact?: boolean;
            /** @description The API query with the same result; null if the lists have no such filter */
            query: string | null;
            /** @description The first of them, at most 20: id, title, the fields that matter most, and url */
            records: {
                [key: string]: unknown;
            }[];
            groups?: {
                value: string | null;
                label: string;
                count: number;
                /** @description Duration, if requested */
                minutes: number | null;
            }[];
        };
        CopilotResults: components["schemas"]["CopilotResult"] & {
            /** @description Details */
            also?: components["schemas"]["CopilotResult"][];
        };
        CountedVote: components["schemas"]["Vote"] & {
            article_id: string;
            helpful_count: number;
            unhelpful_count: number;
        };
        CreateApiKey: {
            name: components["schemas"]["SingleLine200"];
            roles?: components["schemas"]["Roles"];
            expires_at?: components["schemas"]["TimestampOrNull"];
        };
        CreateArticle: components["schemas"]["ArticleFields"] & {
            title: components["schemas"]["SingleLine255"];
            /** @enum {string} */
            state?: "draft" | "review" | "published";
        };
        CreateCatalogItem: components["schemas"]["CatalogItemFields"] & {
            /** @description Unique among active items, ignoring case */
            name: components["schemas"]["SingleLine100"];
        };
        CreateChange: components["schemas"]["ChangeFields"] & {
            short_description: components["schemas"]["SingleLine255"];
            /** @enum {string} */
            state?: "draft" | "submitted";
        };
        CreateCi: components["schemas"]["CiFields"] & {
            name: components["schemas"]["SingleLine255"];
        };
        CreateClient: components["schemas"]["ClientFields"] & {
            name: components["schemas"]["SingleLine200"];
            roles: components["schemas"]["Roles"];
        };
        CreateInboundWebhook: components["schemas"]["InboundWebhookFields"] & {
            name: components["schemas"]["SingleLine200"];
            preset?: components["schemas"]["SingleLine50"] | null;
        };
        CreateIncident: components["schemas"]["IncidentFields"] & {
            /** @description One-line summary */
            short_description: components["schemas"]["SingleLine255"];
            /** @enum {string} */
            state?: "new";
            notify_stakeholders?: boolean;
        };
        CreateNote: {
            body: string;
            /** @enum {string} */
            visibility?: "team" | "internal" | "public" | "private";
            attachments?: {
                id?: string;
                filename?: components["schemas"]["SingleLine255"];
                content_type?: components["schemas"]["SingleLine100"];
                content_base64?: string;
                url?: string;
            }[];
        };
        CreateOutboundWebhook: components["schemas"]["OutboundWebhookFields"] & {
            name: components["schemas"]["SingleLine200"];
            /** @description Target URL; https */
            url: string;
            events: components["schemas"]["EventType"][];
        };
        CreateRecordNote: {
            body: string;
            /** @enum {string} */
            visibility?: "team" | "internal" | "public" | "private";
        };
        CreateServiceRequest: components["schemas"]["ServiceRequestFields"] & {
            short_description: components["schemas"]["SingleLine255"];
            /** @enum {string} */
            state?: "submitted";
        };
        CreateUser: components["schemas"]["UserFields"] & {
            email: components["schemas"]["Email"];
            roles: components["schemas"]["Roles"];
        };
        CreateView: components["schemas"]["ViewFields"] & {
            name: components["schemas"]["SingleLine60"];
            /** @enum {string} */
            noun: "incidents" | "changes" | "requests" | "cis" | "articles";
        };
        DeletedBusinessCalendar: components["schemas"]["BusinessCalendar"] & {
            /** @enum {boolean} */
            deleted: true;
        };
        DeletedClient: components["schemas"]["Client"] & {
            /** @enum {boolean} */
            deleted: true;
        };
        DeletedUser: components["schemas"]["User"] & {
            /** @enum {boolean} */
            deleted: true;
        };
        DeletedView: components["schemas"]["View"] & {
            /** @enum {boolean} */
            deleted: true;
        };
        Delivery: {
            /** @description X-Service-Delivery of every attempt */
            id: string;
            webhook_id: string;
            event: components["schemas"]["EventType"];
            event_id: string;
            subject_id: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "retrying" | "failed";
            attempt_count: number;
            response_status: number | null;
            error: string | null;
            latency_ms: number | null;
            replay_of: string | null;
            is_test: boolean;
            created_at: components["schemas"]["Timestamp"];
            next_attempt_at: components["schemas"]["TimestampOrNull"];
            completed_at: components["schemas"]["TimestampOrNull"];
        };
        DeliveryAttempt: {
            attempt: number;
            at: components["schemas"]["Timestamp"];
            /** @description HTTP status of the response */
            status: number | null;
            /** @description Why there was no response */
            error: string | null;
            latency_ms: number;
            /** @description As the receiver sent it; it does not change the delays */
            retry_after: string | null;
            /** @description Its first 4 KiB */
            response_body: string;
        };
        DeliveryDetails: components["schemas"]["Delivery"] & {
            request: {
                method: string;
                url: string;
                headers: {
                    [key: string]: string;
                };
                /** @description The bytes that are sent and signed */
                body: string;
            };
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Delivery"][];
        };
        DeliveryPeriod: {
            at: components["schemas"]["Timestamp"];
            delivered: number;
            failed: number;
            waiting: number;
        };
        DeliveryStatistics: {
            total: number;
            delivered: number;
            failed: number;
            pending: number;
            retrying: number;
            /** @description 0 to 1, of completed deliveries */
            success_rate: number | null;
            p50_latency_ms: number | null;
            p95_latency_ms: number | null;
            last_failure: {
                at: components["schemas"]["Timestamp"];
                delivery_id: string;
                status: number | null;
                error: string | null;
            } | null;
            since: components["schemas"]["Timestamp"];
            /** @description The same time in 24 equal parts, the oldest first */
            over_time: components["schemas"]["DeliveryPeriod"][];
        };
        DemoData: {
            /** @enum {string} */
            status: "none" | "loading" | "loaded" | "removed";
            at: components["schemas"]["TimestampOrNull"];
            /** @description Number of each kind */
            records: {
                [key: string]: number;
            };
            total: number;
        };
        DependencyGraph: {
            ci_id: string;
            depth: number;
            /** @description The nearest first */
            data: components["schemas"]["DependencyNode"][];
            /** @description Number of returned items */
            total: number;
            /** @description There are more CIs, deeper or beyond 1000 */
            truncated: boolean;
            /** @description All relationships between these CIs, not only the shortest paths; at most 5000 */
            relationships: components["schemas"]["CiRelationship"][];
        };
        DependencyNode: {
            id: string;
            name: string;
            class: string;
            status: string;
            environment: string | null;
            criticality: string | null;
            owner: string | null;
            support_group: string | null;
            /** @description Steps on the shortest path */
            depth: number;
            /** @description The previous CI on the path, and the relationship to it */
            via: {
                type: string;
                ci_id: string;
            };
            open_incidents: number;
            open_changes: number;
        };
        DeviceAuthorization: {
            device_code: string;
            user_code: string;
            /** Format: uri */
            verification_uri: string;
            verification_uri_complete?: string;
            expires_in: number;
            interval?: number;
        };
        Diagnostics: {
            findings: components["schemas"]["Finding"][];
            version: string;
            time: components["schemas"]["Timestamp"];
            database: {
                kind: "embedded" | "external";
                version: string;
                size_bytes: number;
                /** @description Of one small query */
                latency_ms: number;
                connections: number;
                max_connections: number;
            };
            migrations: {
                applied: number;
                latest: string;
                /** @description Part of this release, and not applied */
                pending: string[];
            };
            clock: {
                /** @description By how much the database's clock is ahead of this machine's */
                offset_ms: number;
            };
            queue: {
                waiting: number;
                /** @description How long the longest waiting job has been due */
                oldest_due_seconds: number;
                /** @description Jobs that failed too often and are not tried again */
                dead: number;
                undispatched_events: number;
            };
            disk: {
                free_bytes: number;
                total_bytes: number;
            } | null;
            backups: {
                /** @description Only the embedded database is backed up by the service */
                is_supported: boolean;
                /** @description 0: no schedule */
                every_hours: number;
                newest_at: components["schemas"]["TimestampOrNull"];
                /** @description Why BACKUP_DIR cannot be read */
                error: string | null;
                archives_changes: boolean;
                /** @description Age of the oldest changes that could not be archived yet; 0 when all are */
                unarchived_seconds: number;
            };
        };
        DryRun: {
            /** @enum {string} */
            status: "would_create" | "would_resolve" | "filtered" | "rejected";
            /** @description As it would be created */
            incident?: {
                [key: string]: string;
            };
            dedup_key?: string;
            /** @description As it would be written to the incident */
            work_note?: string;
            failed_filter?: components["schemas"]["Filter"];
            errors?: components["schemas"]["FieldError"][];
        };
        /** Format: email */
        Email: string;
        /** Format: email */
        EmailOrNull: string | null;
        EndedSession: components["schemas"]["Session"] & {
            /** @enum {boolean} */
            ended: true;
        };
        EndedSessions: {
            /** @description Count */
            ended: number;
        };
        EnrolledFactor: components["schemas"]["SecondFactor"] & {
            /** @description Only with the first second factor; shown only here. Each works once */
            recovery_codes?: string[];
        };
        Event: {
            /** @description Its number in the log; later events have greater ones */
            seq: number;
            id: string;
            type: components["schemas"]["EventType"];
            subject_id: string;
            actor_id: string;
            occurred_at: components["schemas"]["Timestamp"];
            data: {
                [key: string]: unknown;
            };
        };
        EventList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Event"][];
        };
        /** @enum {string} */
        EventType: "incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered";
        Evidence: {
            /** @enum {string} */
            kind: "incident" | "change" | "ci" | "problem";
            id: string;
            statement: string;
        };
        Exemplar: {
            incident_id: string;
            /** @description Short description and description */
            description: string;
            /** @description The resolution note; empty if there is none */
            resolution: string;
            /** @description Minutes from opened to resolved */
            resolution_time_min: number;
            similarity_score: number;
        };
        Exemplars: components["schemas"]["AiReport"] & {
            exemplars: components["schemas"]["Exemplar"][];
            count: number;
        };
        ExemplarsRequest: {
            /** @enum {string} */
            record_type?: "incident";
            description: string;
            /** @description Incidents of this category come first among those that are equally similar */
            category?: components["schemas"]["SingleLine100"];
            /** @default 5 */
            top_k?: number;
            context_record?: components["schemas"]["ContextRecord"];
            /** @enum {string} */
            model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus";
        };
        ExternalReference: {
            id: string;
            system: string;
            /** @enum {string} */
            subject_type: "incident" | "ci" | "article" | "note";
            external_id: string;
            /** @description ID of the record here */
            subject_id: string;
            /** @description Address of the record in the other system */
            url: string | null;
            imported_at: components["schemas"]["Timestamp"];
        };
        ExternalReferenceList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["ExternalReference"][];
        };
        FieldError: {
            field: string;
            pointer: string;
            code: string;
            message: string;
        };
        /** @description Templates such as "{{ alert.title }}" for short_description, description, priority, category, subcategory, impact, urgency, assignment_group, assigned_to, ci_id, parent_problem_id, change_id, duplicate_of, location, dedup_key, work_note */
        FieldMapping: {
            [key: string]: string;
        };
        Filter: {
            /** @description Path of a value, such as `alert.labels.severity` */
            field: string;
            /** @enum {string} */
            operator: "eq" | "ne" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "gt" | "gte" | "lt" | "lte" | "exists";
            /** @description A list for `in` and `not_in`; may be left out for `exists` */
            value?: unknown;
        };
        /** @description All of them must match */
        Filters: components["schemas"]["Filter"][];
        Finding: {
            /** @description What was examined, such as Disk */
            check: string;
            status: "ok" | "warning" | "problem";
            detail: string;
            /** @description What to do; absent when all is well */
            advice?: string;
        };
        Group: {
            name: string;
            members: number;
        };
        GroupSuggestions: {
            data: components["schemas"]["Group"][];
            /** @description All matches, also those beyond `limit` */
            total: number;
        };
        Health: {
            status: string;
            version: string;
            service_instance: string;
            /** Format: date-time */
            time: string;
        };
        HistoryEntry: {
            id: string;
            at: components["schemas"]["Timestamp"];
            /** @description E-mail address of the actor */
            actor: string;
            actor_id: string;
            action: string;
            subject_type: string;
            subject_id: string;
            field: string;
            from: unknown;
            to: unknown;
        };
        HistoryEntryList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["HistoryEntry"][];
        };
        HostNameOrNull: string | null;
        HoursOfDay: string[][];
        Impact: {
            /** @enum {string} */
            level: "low" | "medium" | "high";
            reasons: string[];
            /** @description What the record is about */
            ci_ids: string[];
            /** @description Number of dependent CIs */
            affected_count: number;
            /** @description There are more than the count */
            truncated: boolean;
            by_class: {
                [key: string]: number;
            };
            by_criticality: {
                [key: string]: number;
            };
            by_environment: {
                [key: string]: number;
            };
            affected_services: {
                id: string;
                name: string;
                class: string;
                criticality: string | null;
            }[];
            open_incidents: {
                id: string;
                priority: string;
                short_description: string;
                ci_id: string;
            }[];
            evidence: components["schemas"]["Evidence"][];
        };
        ImportReport: {
            imported: number;
            skipped: number;
            failed: number;
            /** @description Of the first hundred that failed */
            errors: {
                record: number;
                message: string;
            }[];
            /** @description Imported without references to records that do not exist here */
            incomplete: number;
            /** @description Of the first hundred that are incomplete */
            warnings: {
                record: number;
                message: string;
            }[];
        };
        ImportedRecordResult: {
            /** @description Line of the body, from 1 */
            record: number;
            external_id: string | null;
            /** @enum {string} */
            status: "created" | "exists" | "would_create" | "failed";
            /** @description ID of the record here */
            id?: string;
            /** @description Notes that were added */
            notes?: number;
            /** @description Why it failed, what was left out, what differs here, or which configuration item it was recognised as */
            message?: string;
        };
        InboundAnswer: {
            /** @enum {string} */
            status: "created" | "resolved" | "acknowledged" | "noted" | "duplicate" | "filtered" | "ignored" | "rejected" | "confirming" | "confirmed";
            incident_id?: string;
            reason?: string;
        };
        InboundEvent: {
            id: string;
            received_at: components["schemas"]["Timestamp"];
            /** @enum {string} */
            status: "created" | "resolved" | "acknowledged" | "noted" | "duplicate" | "filtered" | "ignored" | "rejected" | "confirming" | "confirmed";
            incident_id: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** @description As received, at most its first 64 KiB; empty for a call that was too large or had no valid signature */
            payload: string;
        };
        InboundEventList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["InboundEvent"][];
        };
        InboundHealth: {
            webhook_id: string;
            name: string;
            /** @description Stored calls, at most the last 100 */
            calls: number;
            /** @description Stored calls that were rejected */
            rejected: number;
            last_call: {
                at: components["schemas"]["Timestamp"];
                /** @enum {string} */
                status: "created" | "resolved" | "acknowledged" | "noted" | "duplicate" | "filtered" | "ignored" | "rejected" | "confirming" | "confirmed";
            } | null;
        };
        InboundHealthReport: {
            data: components["schemas"]["InboundHealth"][];
        };
        InboundPreset: {
            name: string;
            title: string;
            description: string;
            /** @description A text to paste into the tool */
            setup?: string;
            field_mapping: components["schemas"]["FieldMapping"];
            filters: components["schemas"]["Filters"];
            resolve_when: components["schemas"]["ResolveWhen"];
            sample: unknown;
            resolving_sample: unknown;
        };
        InboundPresetList: {
            data: components["schemas"]["InboundPreset"][];
            total: number;
        };
        InboundPreview: {
            /** @description The body that the other system would send */
            payload: string;
            /** @enum {string} */
            action?: "create_incident" | "resolve_incident";
            field_mapping: components["schemas"]["FieldMapping"];
            filters?: components["schemas"]["Filters"];
            resolve_when?: components["schemas"]["ResolveWhen"];
        };
        InboundWebhook: {
            /**
             * Format: uri
             * @description URL for the other system
             */
            url: string;
            preset: string | null;
            name: components["schemas"]["SingleLine200"];
            description: string | null;
            /** @enum {string} */
            action: "create_incident" | "resolve_incident";
            field_mapping: components["schemas"]["FieldMapping"];
            filters: components["schemas"]["Filters"];
            resolve_when: components["schemas"]["ResolveWhen"];
            /**
             * @description Calls must be signed
             * @default false
             */
            secret_enabled: boolean;
            /**
             * @description The signature of a call must cover its timestamp, which must be at most five minutes old
             * @default false
             */
            require_timestamp: boolean;
            /**
             * @description The assignment group of an incident that a call creates is notified
             * @default true
             */
            notify_stakeholders: boolean;
            /** @default true */
            active: boolean;
            id: string;
            /** @description E-mail address of its creator */
            owner: string;
            previous_secret_until: components["schemas"]["TimestampOrNull"];
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Shown once: when it is created */
            secret?: string;
            deleted?: boolean;
        };
        InboundWebhookFields: {
            description?: string | null;
            /** @enum {string} */
            action?: "create_incident" | "resolve_incident";
            field_mapping?: components["schemas"]["FieldMapping"];
            filters?: components["schemas"]["Filters"];
            resolve_when?: components["schemas"]["ResolveWhen"];
            /**
             * @description Calls must be signed
             * @default false
             */
            secret_enabled?: boolean;
            /**
             * @description The signature of a call must cover its timestamp, which must be at most five minutes old
             * @default false
             */
            require_timestamp?: boolean;
            /**
             * @description The assignment group of an incident that a call creates is notified
             * @default true
             */
            notify_stakeholders?: boolean;
            /** @default true */
            active?: boolean;
        };
        InboundWebhookList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["InboundWebhook"][];
        };
        Incident: components["schemas"]["StoredRecord"] & {
            /** @description One-line summary */
            short_description: components["schemas"]["SingleLine255"];
            /** @description Markdown */
            description: string | null;
            /** @enum {string} */
            priority: "P1" | "P2" | "P3" | "P4";
            category: components["schemas"]["SingleLine100OrNull"];
            subcategory: components["schemas"]["SingleLine100OrNull"];
            /** @enum {string|null} */
            impact: "high" | "medium" | "low" | null;
            /** @enum {string|null} */
            urgency: "high" | "medium" | "low" | null;
            assignment_group: components["schemas"]["SingleLine100OrNull"];
            assigned_to: components["schemas"]["EmailOrNull"];
            ci_id: components["schemas"]["CiIdOrNull"];
            parent_problem_id: components["schemas"]["SingleLine64"] | null;
            change_id: string | null;
            duplicate_of: string | null;
            location: components["schemas"]["SingleLine100OrNull"];
            state: components["schemas"]["IncidentState"];
            resolved_at: components["schemas"]["TimestampOrNull"];
            closed_at: components["schemas"]["TimestampOrNull"];
            work_notes_count: number;
            reopen_count: number;
            opened_by: string;
            ai_suggested_resolution: string;
            sla_breach_at: components["schemas"]["Timestamp"];
            allowed_transitions: ("new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened")[];
            sla: {
                target_minutes: number;
                /** @enum {string} */
                clock: "running" | "paused" | "stopped";
                cycle: number;
                warned: boolean;
                breached: boolean;
            };
        };
        IncidentEventData: components["schemas"]["IncidentEventFields"] & {
            /** @description What changed, by field; not of a new incident */
            changes?: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            };
        };
        IncidentEventFields: {
            id: string;
            /** Format: uri */
            url: string;
            /** @description One-line summary */
            short_description?: components["schemas"]["SingleLine255"];
            /** @enum {string} */
            priority?: "P1" | "P2" | "P3" | "P4";
            category?: components["schemas"]["SingleLine100OrNull"];
            subcategory?: components["schemas"]["SingleLine100OrNull"];
            /** @enum {string|null} */
            impact?: "high" | "medium" | "low" | null;
            /** @enum {string|null} */
            urgency?: "high" | "medium" | "low" | null;
            assignment_group?: components["schemas"]["SingleLine100OrNull"];
            assigned_to?: components["schemas"]["EmailOrNull"];
            ci_id?: components["schemas"]["CiIdOrNull"];
            duplicate_of?: string | null;
            location?: components["schemas"]["SingleLine100OrNull"];
            state?: components["schemas"]["IncidentState"];
            opened_by?: string;
            sla_breach_at?: components["schemas"]["Timestamp"];
            created_at?: components["schemas"]["Timestamp"];
            updated_at?: components["schemas"]["Timestamp"];
            /** @description A test delivery; the record does not exist */
            test?: boolean;
        };
        IncidentFields: {
            /** @description Markdown */
            description?: string | null;
            /** @enum {string} */
            priority?: "P1" | "P2" | "P3" | "P4";
            category?: components["schemas"]["SingleLine100OrNull"];
            subcategory?: components["schemas"]["SingleLine100OrNull"];
            /** @enum {string|null} */
            impact?: "high" | "medium" | "low" | null;
            /** @enum {string|null} */
            urgency?: "high" | "medium" | "low" | null;
            assignment_group?: components["schemas"]["SingleLine100OrNull"];
            assigned_to?: components["schemas"]["EmailOrNull"];
            ci_id?: components["schemas"]["CiIdOrNull"];
            parent_problem_id?: components["schemas"]["SingleLine64"] | null;
            change_id?: string | null;
            duplicate_of?: string | null;
            location?: components["schemas"]["SingleLine100OrNull"];
        };
        IncidentFilter: {
            priority?: string;
            category?: components["schemas"]["OneOrSeveralNames"];
            assignment_group?: components["schemas"]["OneOrSeveralNames"];
            assigned_to?: components["schemas"]["OneOrSeveralNames"];
            ci_id?: components["schemas"]["OneOrSeveralNames"];
            duplicate_of?: components["schemas"]["OneOrSeveralNames"];
            location?: components["schemas"]["OneOrSeveralNames"];
            state?: string;
            /** @description true: only unassigned ones; false: only assigned ones */
            unassigned?: boolean;
            /** @description true: only those without a group; false: only those with one */
            without_group?: boolean;
            /**
             * @description at_risk: open, has used 75 % of its time, and the clock runs; breached: open, has used it all; resolved_late: resolved after that
             * @enum {string}
             */
            sla?: "at_risk" | "breached" | "resolved_late";
            resolved_after?: components["schemas"]["Timestamp"];
            resolved_before?: components["schemas"]["Timestamp"];
            cancelled_after?: components["schemas"]["Timestamp"];
            cancelled_before?: components["schemas"]["Timestamp"];
            updated_after?: components["schemas"]["Timestamp"];
            updated_before?: components["schemas"]["Timestamp"];
            created_after?: components["schemas"]["Timestamp"];
            created_before?: components["schemas"]["Timestamp"];
            /** @description Full text: words, "phrases", -not, or an id */
            q?: string;
        };
        IncidentList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Incident"][];
        };
        /** @enum {string} */
        IncidentState: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened";
        IncidentStatistics: {
            /**
             * Format: date
             * @description In UTC
             */
            from: string;
            /**
             * Format: date
             * @description In UTC
             */
            to: string;
            /** @description Neither resolved, closed nor cancelled, whenever they were opened */
            open: {
                total: number;
                by_priority: {
                    P1: number;
                    P2: number;
                    P3: number;
                    P4: number;
                };
                by_state: {
                    new: number;
                    in_progress: number;
                    on_hold: number;
                    reopened: number;
                };
                unassigned: number;
            };
            /** @description Open ones; see sla=breached of the list */
            breached: number;
            /** @description Open ones; see sla=at_risk of the list */
            at_risk: number;
            /** @description With open incidents, the busiest first, at most 10 */
            groups: {
                assignment_group: string | null;
                open: number;
            }[];
            /** @description In these days */
            created: number;
            /** @description In these days, and not reopened since */
            resolved: number;
            /** @description Of the resolved, those that met their SLA target */
            resolved_within_sla: number;
            /** @description resolved_within_sla / resolved; null when none was resolved */
            sla_compliance: number | null;
            /** @description In these days */
            cancelled: number;
            /** @description created - resolved - cancelled */
            backlog_change: number;
            /** @description From opening to resolution; null when none was resolved */
            mean_minutes_to_resolve: number | null;
            by_priority: {
                P1: components["schemas"]["ResolvedCount"];
                P2: components["schemas"]["ResolvedCount"];
                P3: components["schemas"]["ResolvedCount"];
                P4: components["schemas"]["ResolvedCount"];
            };
            /** @description Every day, oldest first */
            days: {
                /**
                 * Format: date
                 * @description In UTC
                 */
                date: string;
                created: number;
                resolved: number;
                resolved_within_sla: number;
                /** @description resolved_within_sla / resolved; null when none was resolved */
                sla_compliance: number | null;
                cancelled: number;
                /** @description From opening to resolution; null when none was resolved */
                mean_minutes_to_resolve: number | null;
            }[];
        };
        IpAddress: string;
        Job: {
            job_id: string;
            type: string;
            operation: string;
            /** @description The source of the records, if given */
            source?: string;
            /** @description Nothing is written: the results show what would happen */
            dry_run?: boolean;
            /** @description The filter by which the records were chosen */
            filter?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            total: number;
            processed: number;
            succeeded: number;
            failed: number;
            /** @description 0 to 1 */
            progress: number;
            results: {
                index: number;
                id: string | null;
                /** @enum {string} */
                status: "created" | "updated" | "unchanged" | "deleted" | "failed" | "would_create" | "would_update" | "would_delete";
                error?: {
                    code: string;
                    message: string;
                    errors?: components["schemas"]["FieldError"][];
                };
            }[];
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["TimestampOrNull"];
            completed_at: components["schemas"]["TimestampOrNull"];
        };
        KnowledgeGap: {
            id: string;
            /** @description The latest wording */
            question: string;
            times: number;
            first_asked_at: components["schemas"]["Timestamp"];
            last_asked_at: components["schemas"]["Timestamp"];
        };
        KnowledgeGapList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["KnowledgeGap"][];
        };
        LabelOrNull: string | null;
        ListPage: {
            /** @description Absent on the last page */
            next_cursor?: string;
            /** @description Number of records that match; exact unless total_is_exact is false */
            total: number;
            /** @description Absent when the total is exact. false: there are more than 10000 matches, and total is 10000 */
            total_is_exact?: boolean;
            limit: number;
        };
        Names: string;
        Note: {
            id: string;
            incident_id: string;
            body: string;
            /** @enum {string} */
            visibility: "team" | "internal" | "public" | "private";
            author: string;
            created_at: components["schemas"]["Timestamp"];
            attachments: components["schemas"]["Attachment"][];
        };
        NoteList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Note"][];
        };
        Notification: {
            id: string;
            kind: string;
            title: string;
            message: string;
            subject_id: string | null;
            url: string | null;
            read_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["Timestamp"];
        };
        NotificationList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Notification"][];
        };
        NotificationPreferences: {
            /** @enum {string} */
            assigned: "none" | "console" | "email";
            /** @enum {string} */
            mentioned: "none" | "console" | "email";
            /** @enum {string} */
            approval: "none" | "console" | "email";
            /** @enum {string} */
            requested: "none" | "console" | "email";
            /** @enum {string} */
            sla_warning: "none" | "console" | "email";
            /** @enum {string} */
            watched: "none" | "console" | "email";
            /** @enum {string} */
            webhook: "none" | "console" | "email";
            /** @description Without a mail server, `email` is as `console` */
            sends_email: boolean;
        };
        NotificationsRead: {
            count: number;
        };
        OAuthError: {
            /** @description For example invalid_client; with 429 slow_down */
            error: string;
            error_description?: string;
        };
        Onboarding: {
            /** @description Whether the console hides its setup checklist from all administrators */
            dismissed: boolean;
            dismissed_at: components["schemas"]["TimestampOrNull"];
            dismissed_by: string | null;
        };
        /** @description One value, or an array of several. A comma is part of a value. */
        OneOrSeveralNames: string | string[];
        OutboundHealth: {
            webhook_id: string;
            name: string;
            delivered: number;
            failed: number;
            /** @description Pending deliveries and retries */
            waiting: number;
            /** @description 0 to 1, of completed deliveries */
            success_rate: number | null;
            last_delivery: {
                id: string;
                at: components["schemas"]["Timestamp"];
                /** @enum {string} */
                status: "pending" | "delivered" | "retrying" | "failed";
            } | null;
        };
        OutboundHealthReport: {
            since: components["schemas"]["Timestamp"];
            data: components["schemas"]["OutboundHealth"][];
        };
        OutboundWebhook: {
            name: components["schemas"]["SingleLine200"];
            /** @description Target URL; https */
            url: string;
            events: components["schemas"]["EventType"][];
            filters: components["schemas"]["Filters"];
            /** @description Sent with each delivery. Values are shown only in the response that creates them */
            headers: {
                [key: string]: string;
            };
            /**
             * @description event: the payload of the API (default); slack, also for Mattermost, Rocket.Chat, Google Chat and Discord, and teams: a message
             * @enum {string}
             */
            format: "event" | "slack" | "teams";
            /**
             * @description Adds an HMAC-SHA256 signature
             * @default true
             */
            sign_payloads: boolean;
            /** @default true */
            active: boolean;
            /** @default 10 */
            timeout_seconds: number;
            id: string;
            /** @description E-mail address of its creator */
            owner: string;
            previous_secret_until: components["schemas"]["TimestampOrNull"];
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Shown once: when it is created */
            secret?: string;
            deleted?: boolean;
        };
        OutboundWebhookFields: {
            filters?: components["schemas"]["Filters"];
            /** @description Sent with each delivery. Values are shown only in the response that creates them */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description event: the payload of the API (default); slack, also for Mattermost, Rocket.Chat, Google Chat and Discord, and teams: a message
             * @enum {string}
             */
            format?: "event" | "slack" | "teams";
            /**
             * @description Adds an HMAC-SHA256 signature
             * @default true
             */
            sign_payloads?: boolean;
            /** @default true */
            active?: boolean;
            /** @default 10 */
            timeout_seconds?: number;
        };
        OutboundWebhookList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["OutboundWebhook"][];
        };
        OwnedApiKey: components["schemas"]["ApiKey"] & {
            /** @description E-mail address of its owner */
            owner: string;
            owner_id: string;
            /** @enum {string} */
            owner_kind: "user" | "client" | "external";
            owner_name: string;
            revoked_at: components["schemas"]["TimestampOrNull"];
            /** @description Neither revoked nor expired */
            active: boolean;
        };
        OwnedApiKeyList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["OwnedApiKey"][];
        };
        PasskeyOptions: {
            [key: string]: unknown;
        };
        PendingApproval: {
            id: string;
            /** @enum {string} */
            subject_type: "change" | "request";
            short_description: string;
            /** @enum {string} */
            priority: "P1" | "P2" | "P3" | "P4";
            /** @description Who asked for it, or for whom it is */
            requested_by: string;
            /**
             * @description Of a change; null for a request
             * @enum {string|null}
             */
            type: "normal" | "standard" | "emergency" | null;
            /**
             * @description Of a change; null for a request
             * @enum {string|null}
             */
            risk: "high" | "medium" | "low" | null;
            planned_start: components["schemas"]["TimestampOrNull"];
            planned_end: components["schemas"]["TimestampOrNull"];
            /** @description Changes on the same CIs at the same time */
            conflicts: number;
            approval: components["schemas"]["Approval"];
            /** @description Send it in quotes as If-Match to decide only on what you have read */
            version: number;
            created_at: components["schemas"]["Timestamp"];
        };
        PendingApprovalList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["PendingApproval"][];
        };
        Person: {
            email: string;
            name: string;
            groups: string[];
        };
        PersonName: {
            email: string;
            name: string;
        };
        PersonNames: {
            data: components["schemas"]["PersonName"][];
        };
        PersonSuggestions: {
            data: components["schemas"]["Person"][];
            /** @description All matches, also those beyond `limit` */
            total: number;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail?: string;
            instance?: string;
            code: string;
            message: string;
            request_id: string;
            /** @description Validation errors by field */
            errors?: components["schemas"]["FieldError"][];
            /** @description With insufficient_role */
            required_roles?: string[];
            /** @description With invalid_state_transition */
            current_state?: string;
            /** @description With invalid_state_transition */
            requested_state?: string;
            /** @description With invalid_state_transition */
            allowed_transitions?: string[];
            /** @description With already_decided and approval_required: the field that cannot be edited */
            field?: string;
            /** @description With reauthentication_required: seconds that a sign-in is recent enough */
            max_age?: number;
            /** @description With already_exists: the record that has the identifier */
            existing_id?: string;
            /** @description With already_drafted: the article */
            article_id?: string;
        };
        Profile: {
            id: string;
            /** @enum {string} */
            kind: "user" | "client" | "external";
            email: string;
            name: string;
            roles: ("super_admin" | "itsm_manager" | "itsm_agent" | "change_approver" | "knowledge_editor" | "auditor" | "viewer")[];
            /** @description Those of your account here */
            groups: string[];
            /** @description Whether you have a second factor here */
            mfa_enrolled: boolean;
        };
        PublicKeys: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        PurgedCache: {
            /** @description Deleted answers */
            purged: number;
        };
        QueuedTraining: {
            /** @enum {string} */
            status: "queued";
        };
        RecordNote: {
            id: string;
            /** @description ID of the record */
            subject_id: string;
            /** @description Markdown */
            body: string;
            /** @enum {string} */
            visibility: "team" | "internal" | "public" | "private";
            author: string;
            created_at: components["schemas"]["Timestamp"];
        };
        RecordNoteList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["RecordNote"][];
        };
        RecoveryCodes: {
            recovery_codes: string[];
        };
        /** @description Where users may be redirected after they sign in for this client; empty: they cannot sign in for it. If all are http:// addresses of the same machine, any port of them is accepted */
        RedirectUris: string[];
        Reject: {
            comment: string;
        };
        Relationship: {
            type: string;
            ci_id: components["schemas"]["CiId"];
        };
        RemovedDemoData: components["schemas"]["DemoData"] & {
            /** @description Number of each kind */
            removed: {
                [key: string]: number;
            };
        };
        RemovedSecondFactor: components["schemas"]["SecondFactor"] & {
            /** @enum {boolean} */
            removed: true;
        };
        RemovedSecondFactors: {
            removed: number;
        };
        RenameFactor: {
            /** @description Name chosen by the user */
            name: components["schemas"]["SingleLine100"];
        };
        ReplayDeliveries: {
            since?: components["schemas"]["Timestamp"];
            until?: components["schemas"]["Timestamp"];
            /** @enum {string} */
            status?: "pending" | "delivered" | "retrying" | "failed";
        };
        RequestEventData: {
            id: string;
            /** Format: uri */
            url: string;
            short_description?: components["schemas"]["SingleLine255"];
            /** @description Id or name of a catalogue item, or free text */
            item?: components["schemas"]["SingleLine255OrNull"];
            /** @description The catalogue item that `item` names */
            item_id?: string | null;
            category?: components["schemas"]["SingleLine100OrNull"];
            requested_for?: components["schemas"]["Email"];
            quantity?: number;
            /** @description Values for the fields of the catalogue item; at most 200 values in 16,384 characters of JSON */
            variables?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            priority?: "P1" | "P2" | "P3" | "P4";
            assignment_group?: components["schemas"]["SingleLine100OrNull"];
            assigned_to?: components["schemas"]["EmailOrNull"];
            state?: components["schemas"]["ServiceRequestState"];
            approval?: components["schemas"]["Approval"];
            created_by?: components["schemas"]["Email"];
            /** @description A test delivery; the record does not exist */
            test?: boolean;
        };
        /** @description If all of these match, the open incident with the same dedup_key is resolved instead */
        ResolveWhen: components["schemas"]["Filter"][];
        ResolvedCount: {
            resolved: number;
            resolved_within_sla: number;
            /** @description resolved_within_sla / resolved; null when none was resolved */
            sla_compliance: number | null;
            /** @description From opening to resolution; null when none was resolved */
            mean_minutes_to_resolve: number | null;
        };
        RevokeToken: {
            token: string;
            token_type_hint?: string;
            client_id?: string;
            client_secret?: string;
        };
        RevokedApiKey: components["schemas"]["OwnedApiKey"] & {
            /** @enum {boolean} */
            revoked: true;
        };
        RevokedSigningKey: {
            kid: string;
            revoked: boolean;
        };
        /** @enum {string} */
        Role: "super_admin" | "itsm_manager" | "itsm_agent" | "change_approver" | "knowledge_editor" | "auditor" | "viewer";
        Roles: components["schemas"]["Role"][];
        RootCause: {
            /** @description Begins with "Inconclusive" if there is no evidence for a cause */
            probable_root_cause: string;
            confidence: number;
            /** @description Steps that worked, quoted from notes */
            resolution_steps: string[];
            /** @description Empty when none is known */
            related_problem: string;
            similar_past_incidents: string[];
            /** @description The median of similar incidents; 0 when there are none */
            estimated_resolution_minutes: number;
            evidence: components["schemas"]["Evidence"][];
        };
        RotatedSigningKey: {
            kid: string;
        };
        SearchResult: {
            /** @enum {string} */
            type: "incident" | "change" | "request" | "ci" | "article" | "person";
            /** @description The number of a record, or the email address of a person */
            id: string;
            title: string;
            /** @description What is known of it, on one line */
            subtitle: string;
            url: string;
            /** @description How well it fits: 1 for a number, less for words outside the title, and less for words with a mistake */
            score: number;
            state: string | null;
            priority: string | null;
            /** @description The assignee, the class of a CI, the category of an article, or groups */
            detail: string | null;
            /**
             * @description number: the number was searched for; words: all words, or their beginnings; similar: words with one mistake
             * @enum {string}
             */
            match: "number" | "words" | "similar";
        };
        SearchResults: {
            data: components["schemas"]["SearchResult"][];
            /** @description Time that the search took */
            took_ms: number;
        };
        SecondFactor: {
            id: string;
            /** @enum {string} */
            type: "totp" | "passkey";
            /** @description Name chosen by the user */
            name: components["schemas"]["SingleLine100"];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["TimestampOrNull"];
        };
        SecondFactors: {
            data: components["schemas"]["SecondFactor"][];
            total: number;
            /** @description Recovery codes that are not used yet */
            recovery_codes_left: number;
            /** @description Whether the roles of the user require a second factor */
            required: boolean;
        };
        ServiceRequest: components["schemas"]["StoredRecord"] & {
            short_description: components["schemas"]["SingleLine255"];
            /** @description Markdown */
            description: string | null;
            /** @description Id or name of a catalogue item, or free text */
            item: components["schemas"]["SingleLine255OrNull"];
            /** @description The catalogue item that `item` names */
            item_id: string | null;
            category: components["schemas"]["SingleLine100OrNull"];
            requested_for: components["schemas"]["Email"];
            quantity: number;
            /** @description Values for the fields of the catalogue item; at most 200 values in 16,384 characters of JSON */
            variables: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            priority: "P1" | "P2" | "P3" | "P4";
            assignment_group: components["schemas"]["SingleLine100OrNull"];
            assigned_to: components["schemas"]["EmailOrNull"];
            state: components["schemas"]["ServiceRequestState"];
            approval: components["schemas"]["Approval"];
            created_by: components["schemas"]["Email"];
            allowed_transitions: ("submitted" | "approved" | "rejected" | "in_fulfillment" | "fulfilled" | "closed" | "cancelled")[];
        };
        ServiceRequestFields: {
            /** @description Markdown */
            description?: string | null;
            /** @description Id or name of a catalogue item, or free text */
            item?: components["schemas"]["SingleLine255OrNull"];
            category?: components["schemas"]["SingleLine100OrNull"];
            requested_for?: components["schemas"]["Email"];
            quantity?: number;
            /** @description Values for the fields of the catalogue item; at most 200 values in 16,384 characters of JSON */
            variables?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            priority?: "P1" | "P2" | "P3" | "P4";
            assignment_group?: components["schemas"]["SingleLine100OrNull"];
            assigned_to?: components["schemas"]["EmailOrNull"];
        };
        ServiceRequestList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["ServiceRequest"][];
        };
        /** @enum {string} */
        ServiceRequestState: "submitted" | "approved" | "rejected" | "in_fulfillment" | "fulfilled" | "closed" | "cancelled";
        Session: {
            id: string;
            /** @description Applications that the user signed in to with this session */
            clients: string[];
            /** @description Address of the last request */
            address: string | null;
            user_agent: string | null;
            signed_in_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            /** @description Whether the token of this call belongs to it */
            current: boolean;
        };
        SessionList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Session"][];
        };
        SetSlaPolicy: {
            target_minutes: number;
            calendar_id?: string | null;
        };
        Setting: {
            /** @description The environment variable, such as BASE_URL */
            name: string;
            description: string;
            /** @description The accepted form */
            accepts: string;
            /** @description In use now; empty: off. null: a secret that is set. Addresses are without passwords. */
            value: string | null;
            source: "environment" | "default";
        };
        Settings: {
            data: components["schemas"]["Setting"][];
        };
        SigningKey: {
            kid: string;
            created_at: components["schemas"]["Timestamp"];
            signs: boolean;
        };
        SigningKeyList: {
            data: components["schemas"]["SigningKey"][];
            total: number;
        };
        SingleLine100: string;
        SingleLine100OrNull: string | null;
        SingleLine200: string;
        SingleLine254OrNull: string | null;
        SingleLine255: string;
        SingleLine255OrNull: string | null;
        SingleLine300: string;
        SingleLine40: string;
        SingleLine50: string;
        SingleLine60: string;
        SingleLine600: string;
        SingleLine64: string;
        SlaEventData: components["schemas"]["IncidentEventFields"] & {
            target_minutes?: number;
            /** @description How often the clock has started: 1, and 1 more after each reopening */
            cycle?: number;
            warning_at?: components["schemas"]["Timestamp"];
            breach_at?: components["schemas"]["Timestamp"];
        };
        SlaExplanation: {
            target_minutes: number;
            calendar_id: string | null;
            /** @enum {string} */
            clock: "running" | "paused" | "stopped";
            cycle: number;
            warned: boolean;
            breached: boolean;
            counted_ms: number;
            remaining_ms: number;
            elapsed_share: number;
            warning_at: components["schemas"]["Timestamp"];
            breach_at: components["schemas"]["Timestamp"];
            segments: {
                from: components["schemas"]["Timestamp"];
                to: components["schemas"]["TimestampOrNull"];
                /** @enum {string} */
                clock: "running" | "paused" | "stopped";
                state: string;
                priority: string;
                target_minutes: number;
                calendar_id: string | null;
                counted_ms: number;
            }[];
        };
        SlaPolicy: {
            /** @enum {string} */
            priority: "P1" | "P2" | "P3" | "P4";
            target_minutes: number;
            /** @description null: 24/7 */
            calendar_id: string | null;
            /** @description true while it is the default from SLA_MINUTES */
            is_default: boolean;
            /** @description Send it in quotes as If-Match to replace only what you have read; 0 while it is the default */
            version: number;
        };
        SlaPolicyList: {
            data: components["schemas"]["SlaPolicy"][];
            total: number;
        };
        StartDeviceSignIn: {
            client_id: string;
            scope?: string;
        };
        StoredRecord: {
            id: string;
            number: string;
            /** Format: uri */
            url: string;
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            deleted: boolean;
            deleted_at?: components["schemas"]["Timestamp"];
            deleted_by?: string | null;
        };
        Suggestion: {
            value: string;
            /** @description Probability that it is correct */
            confidence: number;
            alternatives: {
                value: string;
                /** @description Probability that it is correct */
                confidence: number;
            }[];
            /** @description Evidence in the text or in the history */
            reasoning: string;
        };
        SuggestionModel: {
            version: number;
            trained_at: components["schemas"]["Timestamp"];
            /** @description Resolved incidents that it was learned from */
            learned: number;
            fields: {
                [key: string]: {
                    rows: number;
                    /** @description Held-out incidents, used to measure accuracy */
                    held_out: number;
                    accuracy: number;
                    calibration_error: number;
                    /** @description 0: no better than the frequency of each value; 1: perfect */
                    skill: number;
                    classes: string[];
                };
            };
        };
        SuggestionModelList: {
            data: components["schemas"]["SuggestionModel"][];
            total: number;
        };
        Suggestions: {
            category?: components["schemas"]["Suggestion"];
            subcategory?: components["schemas"]["Suggestion"];
            priority?: components["schemas"]["Suggestion"];
            assignment_group?: components["schemas"]["Suggestion"];
        };
        SuggestionsAnswer: components["schemas"]["AiReport"] & {
            suggestions: components["schemas"]["Suggestions"];
        };
        SuggestionsRequest: {
            text: string;
            suggest_for: ("category" | "priority" | "assignment_group")[];
            context_record?: components["schemas"]["ContextRecord"];
            /** @enum {string} */
            model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus";
        };
        Summary: {
            summary: string;
            title: string;
            state: string;
            since: components["schemas"]["Timestamp"];
            /** @description People involved, by role */
            people: {
                [key: string]: string;
            };
            last_activity_at: components["schemas"]["Timestamp"];
            sla: {
                target_minutes: number;
                /** @enum {string} */
                clock: "running" | "paused" | "stopped";
                breach_at: components["schemas"]["Timestamp"];
                breached: boolean;
            } | null;
            key_notes: {
                id: string;
                author: string;
                created_at: components["schemas"]["Timestamp"];
                text: string;
            }[];
            links: {
                relation: string;
                id: string;
                title: string;
            }[];
        };
        SystemImportReport: {
            created: number;
            /** @description Imported before, when only new notes were added, or recognised as a known configuration item */
            exists: number;
            would_create: number;
            failed: number;
            notes: number;
            results: components["schemas"]["ImportedRecordResult"][];
        };
        /** Format: date-time */
        Timestamp: string;
        /** Format: date-time */
        TimestampOrNull: string | null;
        TokenAnswer: {
            /** @description A JWT */
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
            scope: string;
            /** @description Of a token exchange */
            issued_token_type?: string;
            /** @description For people, with the scope offline_access */
            refresh_token?: string;
            /** @description For people, with the scope openid */
            id_token?: string;
        };
        TokenRequest: {
            /** @enum {string} */
            grant_type: "client_credentials" | "urn:ietf:params:oauth:grant-type:token-exchange" | "authorization_code" | "refresh_token" | "urn:ietf:params:oauth:grant-type:device_code";
            client_id?: string;
            client_secret?: string;
            /** @description Default for client credentials and API keys: api */
            scope?: string;
            /** @description Of a token exchange: the API key */
            subject_token?: string;
            /** @description Of a token exchange: urn:mainstay:token-type:api-key */
            subject_token_type?: string;
            /** @description Of an authorization code */
            code?: string;
            /** @description Of an authorization code */
            redirect_uri?: string;
            /** @description Of an authorization code */
            code_verifier?: string;
            refresh_token?: string;
            device_code?: string;
        };
        TotpEnrolment: {
            /** @description Base32, for typing into the app */
            secret: string;
            /** @description For a QR code */
            otpauth_uri: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        UpdateArticle: components["schemas"]["ArticleFields"] & {
            title?: components["schemas"]["SingleLine255"];
            state?: components["schemas"]["ArticleState"];
        };
        UpdateCatalogItem: components["schemas"]["CatalogItemFields"] & {
            /** @description Unique among active items, ignoring case */
            name?: components["schemas"]["SingleLine100"];
        };
        UpdateChange: components["schemas"]["ChangeFields"] & {
            short_description?: components["schemas"]["SingleLine255"];
            state?: components["schemas"]["ChangeState"];
        };
        UpdateCi: components["schemas"]["CiFields"] & {
            name?: components["schemas"]["SingleLine255"];
        };
        UpdateClient: components["schemas"]["ClientFields"] & {
            name?: components["schemas"]["SingleLine200"];
            roles?: components["schemas"]["Roles"];
        };
        UpdateInboundWebhook: components["schemas"]["InboundWebhookFields"] & {
            name?: components["schemas"]["SingleLine200"];
            /** @description Cannot be changed: may be sent back as it is */
            preset?: string | null;
        };
        UpdateIncident: components["schemas"]["IncidentFields"] & {
            /** @description One-line summary */
            short_description?: components["schemas"]["SingleLine255"];
            state?: components["schemas"]["IncidentState"];
            work_note?: string;
        };
        UpdateNotificationPreferences: {
            /** @enum {string} */
            assigned?: "none" | "console" | "email";
            /** @enum {string} */
            mentioned?: "none" | "console" | "email";
            /** @enum {string} */
            approval?: "none" | "console" | "email";
            /** @enum {string} */
            requested?: "none" | "console" | "email";
            /** @enum {string} */
            sla_warning?: "none" | "console" | "email";
            /** @enum {string} */
            watched?: "none" | "console" | "email";
            /** @enum {string} */
            webhook?: "none" | "console" | "email";
        };
        UpdateOnboarding: {
            dismissed: boolean;
        };
        UpdateOutboundWebhook: components["schemas"]["OutboundWebhookFields"] & {
            name?: components["schemas"]["SingleLine200"];
            /** @description Target URL; https */
            url?: string;
            events?: components["schemas"]["EventType"][];
        };
        UpdateServiceRequest: components["schemas"]["ServiceRequestFields"] & {
            short_description?: components["schemas"]["SingleLine255"];
            state?: components["schemas"]["ServiceRequestState"];
        };
        UpdateUser: components["schemas"]["UserFields"] & {
            /** @description Cannot be changed: may be sent back as it is */
            email?: string;
            roles?: components["schemas"]["Roles"];
        };
        UpdateView: components["schemas"]["ViewFields"] & {
            name?: components["schemas"]["SingleLine60"];
            /**
             * @description Cannot be changed: may be sent back as it is
             * @enum {string}
             */
            noun?: "incidents" | "changes" | "requests" | "cis" | "articles";
        };
        User: {
            id: string;
            email: components["schemas"]["Email"];
            name: components["schemas"]["SingleLine200"];
            roles: components["schemas"]["Roles"];
            groups: components["schemas"]["SingleLine100"][];
            active: boolean;
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            last_sign_in_at: components["schemas"]["TimestampOrNull"];
        };
        UserFields: {
            name?: components["schemas"]["SingleLine200"];
            groups?: components["schemas"]["SingleLine100"][];
            active?: boolean;
            /** @description At least 12 characters of any kind; one that is common or easy to guess is refused */
            password?: string;
        };
        UserList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["User"][];
        };
        UserWithPassword: components["schemas"]["User"] & {
            /** @description Generated by the service; shown only here */
            password?: string;
        };
        View: {
            id: string;
            name: components["schemas"]["SingleLine60"];
            /** @enum {string} */
            noun: "incidents" | "changes" | "requests" | "cis" | "articles";
            /** @description Query parameters of the list with their values, such as {"state": "new,in_progress", "unassigned": true}. In a parameter that names a person, `me` stands for whoever opens the view. */
            filters: {
                [key: string]: string | boolean;
            };
            sort: {
                by: string;
                /** @enum {string} */
                order: "asc" | "desc";
            } | null;
            /** @description Fields of the records, in order; an empty list stands for the usual columns */
            columns: string[];
            /** @description Everyone sees it; otherwise only its owner */
            shared: boolean;
            /** @description E-mail address */
            owner: string;
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        ViewFields: {
            /** @description Query parameters of the list with their values, such as {"state": "new,in_progress", "unassigned": true}. In a parameter that names a person, `me` stands for whoever opens the view. */
            filters?: {
                [key: string]: string | boolean;
            };
            sort?: {
                by: string;
                /** @enum {string} */
                order: "asc" | "desc";
            } | null;
            /** @description Fields of the records, in order; an empty list stands for the usual columns */
            columns?: string[];
            shared?: boolean;
        };
        ViewList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["View"][];
        };
        Vote: {
            voter: string;
            helpful: boolean;
            comment: string | null;
            at: components["schemas"]["Timestamp"];
        };
        VoteList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Vote"][];
        };
        Watch: {
            /** @description ID of the record */
            id: string;
            subject_type: string;
            created_at: components["schemas"]["Timestamp"];
        };
        WatchList: components["schemas"]["ListPage"] & {
            data: components["schemas"]["Watch"][];
        };
        Watcher: {
            id: string;
            email: string;
            name: string | null;
        };
        Watchers: {
            /** @description Whether you watch it */
            watching: boolean;
            watchers: components["schemas"]["Watcher"][];
        };
        WebhookEvent: {
            timestamp: components["schemas"]["Timestamp"];
            service_instance: string;
        };
        WriteBusinessCalendar: {
            name: components["schemas"]["SingleLine100"];
            time_zone: components["schemas"]["SingleLine64"];
            hours: components["schemas"]["BusinessHours"];
            holidays?: string[];
        };
    };
    responses: {
        /** @description Accepted */
        AcceptedJob: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AcceptedJob"];
            };
        };
        /** @description OK */
        ActivityEntryList: {
            headers: {
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ActivityEntryList"];
            };
        };
        /** @description OK */
        Article: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article"];
            };
        };
        /** @description Created */
        "Article.201": {
            headers: {
                ETag: components["headers"]["ETag"];
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article"];
            };
        };
        /** @description OK */
        ArticleList: {
            headers: {
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArticleList"];
            };
        };
        /** @description OK */
        AuditVerification: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuditVerification"];
            };
        };
        /** @description OK */
        BusinessCalendar: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BusinessCalendar"];
            };
        };
        /** @description OK */
        CatalogItem: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CatalogItem"];
            };
        };
        /** @description OK */
        Change: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Change"];
            };
        };
        /** @description OK */
        ChangeList: {
            headers: {
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChangeList"];
            };
        };
        /** @description OK */
        Ci: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Ci"];
            };
        };
        /** @description OK */
        Client: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Client"];
            };
        };
        /** @description CSV (RFC 4180): every record that matches the filters of the list, however many, in its order. The answer is streamed: it is complete only if it ends without an error of the connection. It breaks off when the token is revoked. Records that change meanwhile appear as they are when their turn comes. Text that a spreadsheet would take for a formula starts with an apostrophe. */
        Csv: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/csv": string;
            };
        };
        /** @description OK */
        DeliveryDetails: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryDetails"];
            };
        };
        /** @description Accepted */
        "DeliveryDetails.202": {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryDetails"];
            };
        };
        /** @description OK */
        DependencyGraph: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DependencyGraph"];
            };
        };
        /** @description OK */
        DryRun: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DryRun"];
            };
        };
        /** @description OK */
        EndedSession: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EndedSession"];
            };
        };
        /** @description OK */
        EndedSessions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EndedSessions"];
            };
        };
        /** @description Created */
        EnrolledFactor: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EnrolledFactor"];
            };
        };
        /** @description OK */
        HistoryEntryList: {
            headers: {
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HistoryEntryList"];
            };
        };
        /** @description OK */
        InboundWebhook: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InboundWebhook"];
            };
        };
        /** @description OK */
        Incident: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Incident"];
            };
        };
        /** @description OK */
        IncidentList: {
            headers: {
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IncidentList"];
            };
        };
        /** @description OK */
        NotificationPreferences: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationPreferences"];
            };
        };
        /** @description As RFC 6749 defines it. A refusal because of too many attempts (429) is a problem document too */
        OAuthError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
                "application/problem+json": components["schemas"]["OAuthError"];
            };
        };
        /** @description OK */
        Onboarding: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Onboarding"];
            };
        };
        /** @description OK */
        OutboundWebhook: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OutboundWebhook"];
            };
        };
        /** @description What went wrong; as application/json to a caller that accepts only that */
        Problem: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Created */
        RecordNote: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecordNote"];
            };
        };
        /** @description OK */
        "RecordNote.200": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecordNote"];
            };
        };
        /** @description OK */
        RecordNoteList: {
            headers: {
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecordNoteList"];
            };
        };
        /** @description OK */
        RevokedApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RevokedApiKey"];
            };
        };
        /** @description OK */
        SecondFactors: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SecondFactors"];
            };
        };
        /** @description OK */
        ServiceRequest: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceRequest"];
            };
        };
        /** @description OK */
        SessionList: {
            headers: {
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionList"];
            };
        };
        /** @description Received; after any other answer, or none, it is sent again */
        Status2XX: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description OK */
        User: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description OK */
        View: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["View"];
            };
        };
        /** @description OK */
        Watchers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Watchers"];
            };
        };
    };
    parameters: {
        /** @description next_cursor of the part before, valid for an hour after the first one */
        "Audit.cursor": string;
        /** @description Most entries that this request verifies */
        "Audit.limit": number;
        /** @description Default: asc */
        "Audit.order": "asc" | "desc";
        /** @description Default: created_at */
        "CMDB.sort": "created_at" | "updated_at" | "name";
        /** @description Default: created_at */
        "Changes.sort": "created_at" | "updated_at" | "priority" | "planned_start";
        "Changes.state": string;
        "Changes.type": string;
        /** @description Default: created_at */
        "Clients.sort": "created_at" | "name";
        /** @description Only events with a greater number */
        "Events.after": number;
        "Events.type": string;
        /** @description Your name for this request: repeated with the same key, it gets the first answer again */
        "Idempotency-Key": string;
        /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
        "If-Match": string;
        /** @description Default: created_at */
        "Incidents.sort": "created_at" | "updated_at" | "priority" | "sla_breach_at";
        /** @description Default: created_at; with q: relevance */
        "Knowledge.sort": "created_at" | "updated_at" | "title" | "relevance" | "helpful";
        "Knowledge.state": string;
        /** @description Default: created_at */
        "Notifications.sort": "created_at";
        /** @description Default: last_used_at */
        "Profile.sort": "last_used_at" | "signed_in_at";
        /** @description Default: created_at */
        "Requests.sort": "created_at" | "updated_at" | "priority";
        "Requests.state": string;
        /** @description A user of this service, or oidc:<sub> of an external identity provider */
        "Users.id": string;
        /** @description Most results */
        "Users.limit": number;
        /** @description The start of any word of the name, or of the email address */
        "Users.q": components["schemas"]["SingleLine100"];
        /** @description 1 to 5 */
        "X-Service-Attempt": string;
        /** @description The same for every attempt of a delivery */
        "X-Service-Delivery": string;
        /** @description The type of the event */
        "X-Service-Event": string;
        /** @description Id of the event, the same for its replays */
        "X-Service-Event-Id": string;
        /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
        "X-Service-Signature": string;
        /** @description The same with the previous secret, for 24 hours after a rotation */
        "X-Service-Signature-Previous": string;
        action: components["schemas"]["SingleLine50"];
        active: boolean;
        actor_id: components["schemas"]["SingleLine200"];
        after: components["schemas"]["Timestamp"];
        approval_required: boolean;
        /** @description One value, or several with commas between them */
        assigned_to: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        assignment_group: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        author: components["schemas"]["Names"];
        before: components["schemas"]["Timestamp"];
        cancelled_after: components["schemas"]["Timestamp"];
        cancelled_before: components["schemas"]["Timestamp"];
        /** @description One value, or several with commas between them */
        category: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        ci_id: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        class: components["schemas"]["Names"];
        close_code: string;
        closed_after: components["schemas"]["Timestamp"];
        closed_before: components["schemas"]["Timestamp"];
        created_after: components["schemas"]["Timestamp"];
        created_before: components["schemas"]["Timestamp"];
        /** @description One value, or several with commas between them */
        created_by: components["schemas"]["Names"];
        criticality: string;
        /** @description next_cursor of the page before */
        cursor: string;
        delivery_id: string;
        depth: number;
        /** @description One value, or several with commas between them */
        discovery_source: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        duplicate_of: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        environment: components["schemas"]["Names"];
        event: components["schemas"]["EventType"];
        /** @description One value, or several with commas between them */
        external_id: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        fqdn: components["schemas"]["Names"];
        /** @description orphan: without relationships; duplicate: shares its serial number, its fqdn, or name, class and environment with another */
        health: string;
        id: string;
        /** @description Include a deleted record; for auditors and managers */
        include_deleted: boolean;
        ip_address: components["schemas"]["SingleLine64"];
        /** @description One value, or several with commas between them */
        item: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        item_id: components["schemas"]["Names"];
        /** @description Records per page; 25 unless the service is configured otherwise */
        limit: number;
        /** @description One value, or several with commas between them */
        location: components["schemas"]["Names"];
        note_id: string;
        /** @description Default: desc */
        order: "asc" | "desc";
        /** @description One value, or several with commas between them */
        owner: components["schemas"]["Names"];
        /** @description Page number, from 1 */
        page: number;
        planned_after: components["schemas"]["Timestamp"];
        planned_before: components["schemas"]["Timestamp"];
        priority: string;
        /** @description Full text: words, "phrases", -not, or an id */
        q: string;
        related_to: components["schemas"]["CiId"];
        /** @description One value, or several with commas between them */
        requested_by: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        requested_for: components["schemas"]["Names"];
        resolved_after: components["schemas"]["Timestamp"];
        resolved_before: components["schemas"]["Timestamp"];
        risk: string;
        /** @description One value, or several with commas between them */
        serial_number: components["schemas"]["Names"];
        /** @description at_risk: open, has used 75 % of its time, and the clock runs; breached: open, has used it all; resolved_late: resolved after that */
        sla: "at_risk" | "breached" | "resolved_late";
        /** @description Default: at */
        sort: "at";
        state: string;
        /** @description One value, or several with commas between them */
        status: components["schemas"]["Names"];
        subject_id: components["schemas"]["SingleLine300"];
        subject_type: components["schemas"]["SingleLine50"];
        /** @description One value, or several with commas between them */
        support_group: components["schemas"]["Names"];
        /** @description One value, or several with commas between them */
        tag: components["schemas"]["Names"];
        type: "change" | "note";
        types: string;
        /** @description true: only unassigned ones; false: only assigned ones */
        unassigned: boolean;
        updated_after: components["schemas"]["Timestamp"];
        updated_before: components["schemas"]["Timestamp"];
        version: number;
        /** @description As in Standard Webhooks; the same as X-Service-Delivery */
        "webhook-id": string;
        /** @description As in Standard Webhooks, if signed */
        "webhook-signature": string;
        /** @description As in Standard Webhooks */
        "webhook-timestamp": string;
        /** @description true: only those without a group; false: only those with one */
        without_group: boolean;
    };
    requestBodies: never;
    headers: {
        /** @description The version of the record in quotes, for If-Match */
        ETag: string;
        /** @description With next_cursor: the address of the next page, as `<address>; rel="next"` */
        Link: string;
        /** @description The address of what was created */
        Location: string;
        /** @description With 429 and 503: seconds to wait */
        "Retry-After": number;
        /** @description Requests that the limit allows */
        "X-RateLimit-Limit": number;
        /** @description Requests that are left */
        "X-RateLimit-Remaining": number;
        /** @description When all of them are available again, in seconds since 1970 */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type AcceptedJob = components['schemas']['AcceptedJob'];
export type ActivityChange = components['schemas']['ActivityChange'];
export type ActivityEntry = components['schemas']['ActivityEntry'];
export type ActivityEntryList = components['schemas']['ActivityEntryList'];
export type ActivityNote = components['schemas']['ActivityNote'];
export type ActivityPerson = components['schemas']['ActivityPerson'];
export type AddPasskey = components['schemas']['AddPasskey'];
export type AiReport = components['schemas']['AiReport'];
export type AiUsage = components['schemas']['AiUsage'];
export type Analysis = components['schemas']['Analysis'];
export type AnalysisRequest = components['schemas']['AnalysisRequest'];
export type AnyJson = components['schemas']['AnyJson'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type Approval = components['schemas']['Approval'];
export type ApprovalDecision = components['schemas']['ApprovalDecision'];
export type Approve = components['schemas']['Approve'];
export type Article = components['schemas']['Article'];
export type ArticleCitation = components['schemas']['ArticleCitation'];
export type ArticleFields = components['schemas']['ArticleFields'];
export type ArticleList = components['schemas']['ArticleList'];
export type ArticleState = components['schemas']['ArticleState'];
export type ArticleVersion = components['schemas']['ArticleVersion'];
export type ArticleVersionSummary = components['schemas']['ArticleVersionSummary'];
export type ArticleVersionSummaryList = components['schemas']['ArticleVersionSummaryList'];
export type AskAnswer = components['schemas']['AskAnswer'];
export type AskRequest = components['schemas']['AskRequest'];
export type Attachment = components['schemas']['Attachment'];
export type AuditCheckpoints = components['schemas']['AuditCheckpoints'];
export type AuditVerification = components['schemas']['AuditVerification'];
export type BulkCis = components['schemas']['BulkCis'];
export type BulkIncidents = components['schemas']['BulkIncidents'];
export type BusinessCalendar = components['schemas']['BusinessCalendar'];
export type BusinessCalendarList = components['schemas']['BusinessCalendarList'];
export type BusinessHours = components['schemas']['BusinessHours'];
export type CacheStatistics = components['schemas']['CacheStatistics'];
export type CastVote = components['schemas']['CastVote'];
export type CatalogItem = components['schemas']['CatalogItem'];
export type CatalogItemFields = components['schemas']['CatalogItemFields'];
export type CatalogItemList = components['schemas']['CatalogItemList'];
export type Change = components['schemas']['Change'];
export type ChangeConflict = components['schemas']['ChangeConflict'];
export type ChangeEventData = components['schemas']['ChangeEventData'];
export type ChangeFields = components['schemas']['ChangeFields'];
export type ChangeList = components['schemas']['ChangeList'];
export type ChangePassword = components['schemas']['ChangePassword'];
export type ChangeState = components['schemas']['ChangeState'];
export type Ci = components['schemas']['Ci'];
export type CiEventData = components['schemas']['CiEventData'];
export type CiFields = components['schemas']['CiFields'];
export type CiFilter = components['schemas']['CiFilter'];
export type CiId = components['schemas']['CiId'];
export type CiIdOrNull = components['schemas']['CiIdOrNull'];
export type CiList = components['schemas']['CiList'];
export type CiRelationship = components['schemas']['CiRelationship'];
export type Client = components['schemas']['Client'];
export type ClientFields = components['schemas']['ClientFields'];
export type ClientList = components['schemas']['ClientList'];
export type ClientWithSecret = components['schemas']['ClientWithSecret'];
export type ConfirmTotp = components['schemas']['ConfirmTotp'];
export type ContextRecord = components['schemas']['ContextRecord'];
export type CopilotAction = components['schemas']['CopilotAction'];
export type CopilotAnswer = components['schemas']['CopilotAnswer'];
export type CopilotCitation = components['schemas']['CopilotCitation'];
export type CopilotQuery = components['schemas']['CopilotQuery'];
export type CopilotResult = components['schemas']['CopilotResult'];
export type CopilotResults = components['schemas']['CopilotResults'];
export type CountedVote = components['schemas']['CountedVote'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreateArticle = components['schemas']['CreateArticle'];
export type CreateCatalogItem = components['schemas']['CreateCatalogItem'];
export type CreateChange = components['schemas']['CreateChange'];
export type CreateCi = components['schemas']['CreateCi'];
export type CreateClient = components['schemas']['CreateClient'];
export type CreateInboundWebhook = components['schemas']['CreateInboundWebhook'];
export type CreateIncident = components['schemas']['CreateIncident'];
export type CreateNote = components['schemas']['CreateNote'];
export type CreateOutboundWebhook = components['schemas']['CreateOutboundWebhook'];
export type CreateRecordNote = components['schemas']['CreateRecordNote'];
export type CreateServiceRequest = components['schemas']['CreateServiceRequest'];
export type CreateUser = components['schemas']['CreateUser'];
export type CreateView = components['schemas']['CreateView'];
export type DeletedBusinessCalendar = components['schemas']['DeletedBusinessCalendar'];
export type DeletedClient = components['schemas']['DeletedClient'];
export type DeletedUser = components['schemas']['DeletedUser'];
export type DeletedView = components['schemas']['DeletedView'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryDetails = components['schemas']['DeliveryDetails'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryPeriod = components['schemas']['DeliveryPeriod'];
export type DeliveryStatistics = components['schemas']['DeliveryStatistics'];
export type DemoData = components['schemas']['DemoData'];
export type DependencyGraph = components['schemas']['DependencyGraph'];
export type DependencyNode = components['schemas']['DependencyNode'];
export type DeviceAuthorization = components['schemas']['DeviceAuthorization'];
export type Diagnostics = components['schemas']['Diagnostics'];
export type DryRun = components['schemas']['DryRun'];
export type Email = components['schemas']['Email'];
export type EmailOrNull = components['schemas']['EmailOrNull'];
export type EndedSession = components['schemas']['EndedSession'];
export type EndedSessions = components['schemas']['EndedSessions'];
export type EnrolledFactor = components['schemas']['EnrolledFactor'];
export type Event = components['schemas']['Event'];
export type EventList = components['schemas']['EventList'];
export type EventType = components['schemas']['EventType'];
export type Evidence = components['schemas']['Evidence'];
export type Exemplar = components['schemas']['Exemplar'];
export type Exemplars = components['schemas']['Exemplars'];
export type ExemplarsRequest = components['schemas']['ExemplarsRequest'];
export type ExternalReference = components['schemas']['ExternalReference'];
export type ExternalReferenceList = components['schemas']['ExternalReferenceList'];
export type FieldError = components['schemas']['FieldError'];
export type FieldMapping = components['schemas']['FieldMapping'];
export type Filter = components['schemas']['Filter'];
export type Filters = components['schemas']['Filters'];
export type Finding = components['schemas']['Finding'];
export type Group = components['schemas']['Group'];
export type GroupSuggestions = components['schemas']['GroupSuggestions'];
export type Health = components['schemas']['Health'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type HistoryEntryList = components['schemas']['HistoryEntryList'];
export type HostNameOrNull = components['schemas']['HostNameOrNull'];
export type HoursOfDay = components['schemas']['HoursOfDay'];
export type Impact = components['schemas']['Impact'];
export type ImportReport = components['schemas']['ImportReport'];
export type ImportedRecordResult = components['schemas']['ImportedRecordResult'];
export type InboundAnswer = components['schemas']['InboundAnswer'];
export type InboundEvent = components['schemas']['InboundEvent'];
export type InboundEventList = components['schemas']['InboundEventList'];
export type InboundHealth = components['schemas']['InboundHealth'];
export type InboundHealthReport = components['schemas']['InboundHealthReport'];
export type InboundPreset = components['schemas']['InboundPreset'];
export type InboundPresetList = components['schemas']['InboundPresetList'];
export type InboundPreview = components['schemas']['InboundPreview'];
export type InboundWebhook = components['schemas']['InboundWebhook'];
export type InboundWebhookFields = components['schemas']['InboundWebhookFields'];
export type InboundWebhookList = components['schemas']['InboundWebhookList'];
export type Incident = components['schemas']['Incident'];
export type IncidentEventData = components['schemas']['IncidentEventData'];
export type IncidentEventFields = components['schemas']['IncidentEventFields'];
export type IncidentFields = components['schemas']['IncidentFields'];
export type IncidentFilter = components['schemas']['IncidentFilter'];
export type IncidentList = components['schemas']['IncidentList'];
export type IncidentState = components['schemas']['IncidentState'];
export type IncidentStatistics = components['schemas']['IncidentStatistics'];
export type IpAddress = components['schemas']['IpAddress'];
export type Job = components['schemas']['Job'];
export type KnowledgeGap = components['schemas']['KnowledgeGap'];
export type KnowledgeGapList = components['schemas']['KnowledgeGapList'];
export type LabelOrNull = components['schemas']['LabelOrNull'];
export type ListPage = components['schemas']['ListPage'];
export type Names = components['schemas']['Names'];
export type Note = components['schemas']['Note'];
export type NoteList = components['schemas']['NoteList'];
export type Notification = components['schemas']['Notification'];
export type NotificationList = components['schemas']['NotificationList'];
export type NotificationPreferences = components['schemas']['NotificationPreferences'];
export type NotificationsRead = components['schemas']['NotificationsRead'];
export type OAuthError = components['schemas']['OAuthError'];
export type Onboarding = components['schemas']['Onboarding'];
export type OneOrSeveralNames = components['schemas']['OneOrSeveralNames'];
export type OutboundHealth = components['schemas']['OutboundHealth'];
export type OutboundHealthReport = components['schemas']['OutboundHealthReport'];
export type OutboundWebhook = components['schemas']['OutboundWebhook'];
export type OutboundWebhookFields = components['schemas']['OutboundWebhookFields'];
export type OutboundWebhookList = components['schemas']['OutboundWebhookList'];
export type OwnedApiKey = components['schemas']['OwnedApiKey'];
export type OwnedApiKeyList = components['schemas']['OwnedApiKeyList'];
export type PasskeyOptions = components['schemas']['PasskeyOptions'];
export type PendingApproval = components['schemas']['PendingApproval'];
export type PendingApprovalList = components['schemas']['PendingApprovalList'];
export type Person = components['schemas']['Person'];
export type PersonName = components['schemas']['PersonName'];
export type PersonNames = components['schemas']['PersonNames'];
export type PersonSuggestions = components['schemas']['PersonSuggestions'];
export type Problem = components['schemas']['Problem'];
export type Profile = components['schemas']['Profile'];
export type PublicKeys = components['schemas']['PublicKeys'];
export type PurgedCache = components['schemas']['PurgedCache'];
export type QueuedTraining = components['schemas']['QueuedTraining'];
export type RecordNote = components['schemas']['RecordNote'];
export type RecordNoteList = components['schemas']['RecordNoteList'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RedirectUris = components['schemas']['RedirectUris'];
export type Reject = components['schemas']['Reject'];
export type Relationship = components['schemas']['Relationship'];
export type RemovedDemoData = components['schemas']['RemovedDemoData'];
export type RemovedSecondFactor = components['schemas']['RemovedSecondFactor'];
export type RemovedSecondFactors = components['schemas']['RemovedSecondFactors'];
export type RenameFactor = components['schemas']['RenameFactor'];
export type ReplayDeliveries = components['schemas']['ReplayDeliveries'];
export type RequestEventData = components['schemas']['RequestEventData'];
export type ResolveWhen = components['schemas']['ResolveWhen'];
export type ResolvedCount = components['schemas']['ResolvedCount'];
export type RevokeToken = components['schemas']['RevokeToken'];
export type RevokedApiKey = components['schemas']['RevokedApiKey'];
export type RevokedSigningKey = components['schemas']['RevokedSigningKey'];
export type Role = components['schemas']['Role'];
export type Roles = components['schemas']['Roles'];
export type RootCause = components['schemas']['RootCause'];
export type RotatedSigningKey = components['schemas']['RotatedSigningKey'];
export type SearchResult = components['schemas']['SearchResult'];
export type SearchResults = components['schemas']['SearchResults'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type SecondFactors = components['schemas']['SecondFactors'];
export type ServiceRequest = components['schemas']['ServiceRequest'];
export type ServiceRequestFields = components['schemas']['ServiceRequestFields'];
export type ServiceRequestList = components['schemas']['ServiceRequestList'];
export type ServiceRequestState = components['schemas']['ServiceRequestState'];
export type Session = components['schemas']['Session'];
export type SessionList = components['schemas']['SessionList'];
export type SetSlaPolicy = components['schemas']['SetSlaPolicy'];
export type Setting = components['schemas']['Setting'];
export type Settings = components['schemas']['Settings'];
export type SigningKey = components['schemas']['SigningKey'];
export type SigningKeyList = components['schemas']['SigningKeyList'];
export type SingleLine100 = components['schemas']['SingleLine100'];
export type SingleLine100OrNull = components['schemas']['SingleLine100OrNull'];
export type SingleLine200 = components['schemas']['SingleLine200'];
export type SingleLine254OrNull = components['schemas']['SingleLine254OrNull'];
export type SingleLine255 = components['schemas']['SingleLine255'];
export type SingleLine255OrNull = components['schemas']['SingleLine255OrNull'];
export type SingleLine300 = components['schemas']['SingleLine300'];
export type SingleLine40 = components['schemas']['SingleLine40'];
export type SingleLine50 = components['schemas']['SingleLine50'];
export type SingleLine60 = components['schemas']['SingleLine60'];
export type SingleLine600 = components['schemas']['SingleLine600'];
export type SingleLine64 = components['schemas']['SingleLine64'];
export type SlaEventData = components['schemas']['SlaEventData'];
export type SlaExplanation = components['schemas']['SlaExplanation'];
export type SlaPolicy = components['schemas']['SlaPolicy'];
export type SlaPolicyList = components['schemas']['SlaPolicyList'];
export type StartDeviceSignIn = components['schemas']['StartDeviceSignIn'];
export type StoredRecord = components['schemas']['StoredRecord'];
export type Suggestion = components['schemas']['Suggestion'];
export type SuggestionModel = components['schemas']['SuggestionModel'];
export type SuggestionModelList = components['schemas']['SuggestionModelList'];
export type Suggestions = components['schemas']['Suggestions'];
export type SuggestionsAnswer = components['schemas']['SuggestionsAnswer'];
export type SuggestionsRequest = components['schemas']['SuggestionsRequest'];
export type Summary = components['schemas']['Summary'];
export type SystemImportReport = components['schemas']['SystemImportReport'];
export type Timestamp = components['schemas']['Timestamp'];
export type TimestampOrNull = components['schemas']['TimestampOrNull'];
export type TokenAnswer = components['schemas']['TokenAnswer'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type TotpEnrolment = components['schemas']['TotpEnrolment'];
export type UpdateArticle = components['schemas']['UpdateArticle'];
export type UpdateCatalogItem = components['schemas']['UpdateCatalogItem'];
export type UpdateChange = components['schemas']['UpdateChange'];
export type UpdateCi = components['schemas']['UpdateCi'];
export type UpdateClient = components['schemas']['UpdateClient'];
export type UpdateInboundWebhook = components['schemas']['UpdateInboundWebhook'];
export type UpdateIncident = components['schemas']['UpdateIncident'];
export type UpdateNotificationPreferences = components['schemas']['UpdateNotificationPreferences'];
export type UpdateOnboarding = components['schemas']['UpdateOnboarding'];
export type UpdateOutboundWebhook = components['schemas']['UpdateOutboundWebhook'];
export type UpdateServiceRequest = components['schemas']['UpdateServiceRequest'];
export type UpdateUser = components['schemas']['UpdateUser'];
export type UpdateView = components['schemas']['UpdateView'];
export type User = components['schemas']['User'];
export type UserFields = components['schemas']['UserFields'];
export type UserList = components['schemas']['UserList'];
export type UserWithPassword = components['schemas']['UserWithPassword'];
export type View = components['schemas']['View'];
export type ViewFields = components['schemas']['ViewFields'];
export type ViewList = components['schemas']['ViewList'];
export type Vote = components['schemas']['Vote'];
export type VoteList = components['schemas']['VoteList'];
export type Watch = components['schemas']['Watch'];
export type WatchList = components['schemas']['WatchList'];
export type Watcher = components['schemas']['Watcher'];
export type Watchers = components['schemas']['Watchers'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WriteBusinessCalendar = components['schemas']['WriteBusinessCalendar'];
export type ResponseAcceptedJob = components['responses']['AcceptedJob'];
export type ResponseActivityEntryList = components['responses']['ActivityEntryList'];
export type ResponseArticle = components['responses']['Article'];
export type ResponseArticle_201 = components['responses']['Article.201'];
export type ResponseArticleList = components['responses']['ArticleList'];
export type ResponseAuditVerification = components['responses']['AuditVerification'];
export type ResponseBusinessCalendar = components['responses']['BusinessCalendar'];
export type ResponseCatalogItem = components['responses']['CatalogItem'];
export type ResponseChange = components['responses']['Change'];
export type ResponseChangeList = components['responses']['ChangeList'];
export type ResponseCi = components['responses']['Ci'];
export type ResponseClient = components['responses']['Client'];
export type ResponseCsv = components['responses']['Csv'];
export type ResponseDeliveryDetails = components['responses']['DeliveryDetails'];
export type ResponseDeliveryDetails_202 = components['responses']['DeliveryDetails.202'];
export type ResponseDependencyGraph = components['responses']['DependencyGraph'];
export type ResponseDryRun = components['responses']['DryRun'];
export type ResponseEndedSession = components['responses']['EndedSession'];
export type ResponseEndedSessions = components['responses']['EndedSessions'];
export type ResponseEnrolledFactor = components['responses']['EnrolledFactor'];
export type ResponseHistoryEntryList = components['responses']['HistoryEntryList'];
export type ResponseInboundWebhook = components['responses']['InboundWebhook'];
export type ResponseIncident = components['responses']['Incident'];
export type ResponseIncidentList = components['responses']['IncidentList'];
export type ResponseNotificationPreferences = components['responses']['NotificationPreferences'];
export type ResponseOAuthError = components['responses']['OAuthError'];
export type ResponseOnboarding = components['responses']['Onboarding'];
export type ResponseOutboundWebhook = components['responses']['OutboundWebhook'];
export type ResponseProblem = components['responses']['Problem'];
export type ResponseRecordNote = components['responses']['RecordNote'];
export type ResponseRecordNote_200 = components['responses']['RecordNote.200'];
export type ResponseRecordNoteList = components['responses']['RecordNoteList'];
export type ResponseRevokedApiKey = components['responses']['RevokedApiKey'];
export type ResponseSecondFactors = components['responses']['SecondFactors'];
export type ResponseServiceRequest = components['responses']['ServiceRequest'];
export type ResponseSessionList = components['responses']['SessionList'];
export type ResponseStatus2Xx = components['responses']['Status2XX'];
export type ResponseUser = components['responses']['User'];
export type ResponseView = components['responses']['View'];
export type ResponseWatchers = components['responses']['Watchers'];
export type ParameterAuditCursor = components['parameters']['Audit.cursor'];
export type ParameterAuditLimit = components['parameters']['Audit.limit'];
export type ParameterAuditOrder = components['parameters']['Audit.order'];
export type ParameterCmdbSort = components['parameters']['CMDB.sort'];
export type ParameterChangesSort = components['parameters']['Changes.sort'];
export type ParameterChangesState = components['parameters']['Changes.state'];
export type ParameterChangesType = components['parameters']['Changes.type'];
export type ParameterClientsSort = components['parameters']['Clients.sort'];
export type ParameterEventsAfter = components['parameters']['Events.after'];
export type ParameterEventsType = components['parameters']['Events.type'];
export type ParameterIdempotencyKey = components['parameters']['Idempotency-Key'];
export type ParameterIfMatch = components['parameters']['If-Match'];
export type ParameterIncidentsSort = components['parameters']['Incidents.sort'];
export type ParameterKnowledgeSort = components['parameters']['Knowledge.sort'];
export type ParameterKnowledgeState = components['parameters']['Knowledge.state'];
export type ParameterNotificationsSort = components['parameters']['Notifications.sort'];
export type ParameterProfileSort = components['parameters']['Profile.sort'];
export type ParameterRequestsSort = components['parameters']['Requests.sort'];
export type ParameterRequestsState = components['parameters']['Requests.state'];
export type ParameterUsersId = components['parameters']['Users.id'];
export type ParameterUsersLimit = components['parameters']['Users.limit'];
export type ParameterUsersQ = components['parameters']['Users.q'];
export type ParameterXServiceAttempt = components['parameters']['X-Service-Attempt'];
export type ParameterXServiceDelivery = components['parameters']['X-Service-Delivery'];
export type ParameterXServiceEvent = components['parameters']['X-Service-Event'];
export type ParameterXServiceEventId = components['parameters']['X-Service-Event-Id'];
export type ParameterXServiceSignature = components['parameters']['X-Service-Signature'];
export type ParameterXServiceSignaturePrevious = components['parameters']['X-Service-Signature-Previous'];
export type ParameterAction = components['parameters']['action'];
export type ParameterActive = components['parameters']['active'];
export type ParameterActorId = components['parameters']['actor_id'];
export type ParameterAfter = components['parameters']['after'];
export type ParameterApprovalRequired = components['parameters']['approval_required'];
export type ParameterAssignedTo = components['parameters']['assigned_to'];
export type ParameterAssignmentGroup = components['parameters']['assignment_group'];
export type ParameterAuthor = components['parameters']['author'];
export type ParameterBefore = components['parameters']['before'];
export type ParameterCancelledAfter = components['parameters']['cancelled_after'];
export type ParameterCancelledBefore = components['parameters']['cancelled_before'];
export type ParameterCategory = components['parameters']['category'];
export type ParameterCiId = components['parameters']['ci_id'];
export type ParameterClass = components['parameters']['class'];
export type ParameterCloseCode = components['parameters']['close_code'];
export type ParameterClosedAfter = components['parameters']['closed_after'];
export type ParameterClosedBefore = components['parameters']['closed_before'];
export type ParameterCreatedAfter = components['parameters']['created_after'];
export type ParameterCreatedBefore = components['parameters']['created_before'];
export type ParameterCreatedBy = components['parameters']['created_by'];
export type ParameterCriticality = components['parameters']['criticality'];
export type ParameterCursor = components['parameters']['cursor'];
export type ParameterDeliveryId = components['parameters']['delivery_id'];
export type ParameterDepth = components['parameters']['depth'];
export type ParameterDiscoverySource = components['parameters']['discovery_source'];
export type ParameterDuplicateOf = components['parameters']['duplicate_of'];
export type ParameterEnvironment = components['parameters']['environment'];
export type ParameterEvent = components['parameters']['event'];
export type ParameterExternalId = components['parameters']['external_id'];
export type ParameterFqdn = components['parameters']['fqdn'];
export type ParameterHealth = components['parameters']['health'];
export type ParameterId = components['parameters']['id'];
export type ParameterIncludeDeleted = components['parameters']['include_deleted'];
export type ParameterIpAddress = components['parameters']['ip_address'];
export type ParameterItem = components['parameters']['item'];
export type ParameterItemId = components['parameters']['item_id'];
export type ParameterLimit = components['parameters']['limit'];
export type ParameterLocation = components['parameters']['location'];
export type ParameterNoteId = components['parameters']['note_id'];
export type ParameterOrder = components['parameters']['order'];
export type ParameterOwner = components['parameters']['owner'];
export type ParameterPage = components['parameters']['page'];
export type ParameterPlannedAfter = components['parameters']['planned_after'];
export type ParameterPlannedBefore = components['parameters']['planned_before'];
export type ParameterPriority = components['parameters']['priority'];
export type ParameterQ = components['parameters']['q'];
export type ParameterRelatedTo = components['parameters']['related_to'];
export type ParameterRequestedBy = components['parameters']['requested_by'];
export type ParameterRequestedFor = components['parameters']['requested_for'];
export type ParameterResolvedAfter = components['parameters']['resolved_after'];
export type ParameterResolvedBefore = components['parameters']['resolved_before'];
export type ParameterRisk = components['parameters']['risk'];
export type ParameterSerialNumber = components['parameters']['serial_number'];
export type ParameterSla = components['parameters']['sla'];
export type ParameterSort = components['parameters']['sort'];
export type ParameterState = components['parameters']['state'];
export type ParameterStatus = components['parameters']['status'];
export type ParameterSubjectId = components['parameters']['subject_id'];
export type ParameterSubjectType = components['parameters']['subject_type'];
export type ParameterSupportGroup = components['parameters']['support_group'];
export type ParameterTag = components['parameters']['tag'];
export type ParameterType = components['parameters']['type'];
export type ParameterTypes = components['parameters']['types'];
export type ParameterUnassigned = components['parameters']['unassigned'];
export type ParameterUpdatedAfter = components['parameters']['updated_after'];
export type ParameterUpdatedBefore = components['parameters']['updated_before'];
export type ParameterVersion = components['parameters']['version'];
export type ParameterWebhookId = components['parameters']['webhook-id'];
export type ParameterWebhookSignature = components['parameters']['webhook-signature'];
export type ParameterWebhookTimestamp = components['parameters']['webhook-timestamp'];
export type ParameterWithoutGroup = components['parameters']['without_group'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderLink = components['headers']['Link'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderXRateLimitLimit = components['headers']['X-RateLimit-Limit'];
export type HeaderXRateLimitRemaining = components['headers']['X-RateLimit-Remaining'];
export type HeaderXRateLimitReset = components['headers']['X-RateLimit-Reset'];
export type $defs = Record<string, never>;
export interface operations {
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_audit: {
        parameters: {
            query?: {
                subject_type?: components["parameters"]["subject_type"];
                subject_id?: components["parameters"]["subject_id"];
                actor_id?: components["parameters"]["actor_id"];
                action?: components["parameters"]["action"];
                after?: components["parameters"]["after"];
                before?: components["parameters"]["before"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoryEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_audit_export: {
        parameters: {
            query?: {
                subject_type?: components["parameters"]["subject_type"];
                subject_id?: components["parameters"]["subject_id"];
                actor_id?: components["parameters"]["actor_id"];
                action?: components["parameters"]["action"];
                after?: components["parameters"]["after"];
                before?: components["parameters"]["before"];
                columns?: string;
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Csv"];
            default: components["responses"]["Problem"];
        };
    };
    get_audit_verify: {
        parameters: {
            query?: {
                /** @description Most entries that this request verifies */
                limit?: components["parameters"]["Audit.limit"];
                /** @description next_cursor of the part before, valid for an hour after the first one */
                cursor?: components["parameters"]["Audit.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditVerification"];
            default: components["responses"]["Problem"];
        };
    };
    post_audit_verify: {
        parameters: {
            query?: {
                /** @description Most entries that this request verifies */
                limit?: components["parameters"]["Audit.limit"];
                /** @description next_cursor of the part before, valid for an hour after the first one */
                cursor?: components["parameters"]["Audit.cursor"];
            };
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditCheckpoints"];
            };
        };
        responses: {
            200: components["responses"]["AuditVerification"];
            default: components["responses"]["Problem"];
        };
    };
    get_notifications: {
        parameters: {
            query?: {
                unread?: boolean;
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_notifications_id_read: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_notifications_read: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsRead"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_notifications_preferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotificationPreferences"];
            default: components["responses"]["Problem"];
        };
    };
    patch_notifications_preferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationPreferences"];
            };
        };
        responses: {
            200: components["responses"]["NotificationPreferences"];
            default: components["responses"]["Problem"];
        };
    };
    get_watches: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_users: {
        parameters: {
            query?: {
                /** @description The start of any word of the name, or of the email address */
                q?: components["parameters"]["Users.q"];
                email?: components["schemas"]["Email"];
                role?: string;
                group?: components["schemas"]["SingleLine100"];
                active?: components["parameters"]["active"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: "created_at" | "email" | "name";
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_users: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUser"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserWithPassword"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_users_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            default: components["responses"]["Problem"];
        };
    };
    delete_users_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_users_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            200: components["responses"]["User"];
            default: components["responses"]["Problem"];
        };
    };
    get_people: {
        parameters: {
            query?: {
                /** @description The start of any word of the name, or of the email address */
                q?: components["parameters"]["Users.q"];
                /** @description Most results */
                limit?: components["parameters"]["Users.limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonSuggestions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_people_names: {
        parameters: {
            query: {
                /** @description One value, or several with commas between them */
                email: components["schemas"]["Names"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonNames"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_groups: {
        parameters: {
            query?: {
                /** @description The start of any word of the name, or of the email address */
                q?: components["parameters"]["Users.q"];
                /** @description Most results */
                limit?: components["parameters"]["Users.limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupSuggestions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_clients: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Clients.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_clients: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClient"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_clients_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Client"];
            default: components["responses"]["Problem"];
        };
    };
    delete_clients_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedClient"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_clients_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateClient"];
            };
        };
        responses: {
            200: components["responses"]["Client"];
            default: components["responses"]["Problem"];
        };
    };
    post_clients_id_rotate_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_profile_api_keys: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Clients.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_profile_api_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_profile_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_profile_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RevokedApiKey"];
            default: components["responses"]["Problem"];
        };
    };
    get_api_keys: {
        parameters: {
            query?: {
                /** @description E-mail address or id of the owner */
                owner?: components["schemas"]["SingleLine255"];
                /** @description Neither revoked nor expired */
                active?: boolean;
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Clients.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedApiKeyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RevokedApiKey"];
            default: components["responses"]["Problem"];
        };
    };
    get_signing_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_signing_keys_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSigningKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_signing_keys_kid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedSigningKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_profile_password: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    get_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_profile_second_factors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SecondFactors"];
            default: components["responses"]["Problem"];
        };
    };
    post_profile_second_factors_totp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpEnrolment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_profile_second_factors_totp_confirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotp"];
            };
        };
        responses: {
            201: components["responses"]["EnrolledFactor"];
            default: components["responses"]["Problem"];
        };
    };
    post_profile_second_factors_passkeys_options: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_profile_second_factors_passkeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskey"];
            };
        };
        responses: {
            201: components["responses"]["EnrolledFactor"];
            default: components["responses"]["Problem"];
        };
    };
    delete_profile_second_factors_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedSecondFactor"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_profile_second_factors_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameFactor"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_profile_recovery_codes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_users_id_second_factors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SecondFactors"];
            default: components["responses"]["Problem"];
        };
    };
    delete_users_id_second_factors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedSecondFactors"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_profile_sessions: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: last_used_at */
                sort?: components["parameters"]["Profile.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionList"];
            default: components["responses"]["Problem"];
        };
    };
    delete_profile_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndedSessions"];
            default: components["responses"]["Problem"];
        };
    };
    delete_profile_sessions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndedSession"];
            default: components["responses"]["Problem"];
        };
    };
    get_users_id_sessions: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: last_used_at */
                sort?: components["parameters"]["Profile.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                /** @description A user of this service, or oidc:<sub> of an external identity provider */
                id: components["parameters"]["Users.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionList"];
            default: components["responses"]["Problem"];
        };
    };
    delete_users_id_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A user of this service, or oidc:<sub> of an external identity provider */
                id: components["parameters"]["Users.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndedSessions"];
            default: components["responses"]["Problem"];
        };
    };
    delete_users_id_sessions_session_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A user of this service, or oidc:<sub> of an external identity provider */
                id: components["parameters"]["Users.id"];
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndedSession"];
            default: components["responses"]["Problem"];
        };
    };
    get_sla_policies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    put_sla_policies_priority: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                priority: "P1" | "P2" | "P3" | "P4";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSlaPolicy"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicy"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_sla_calendars: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessCalendarList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_sla_calendars: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteBusinessCalendar"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessCalendar"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_sla_calendars_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BusinessCalendar"];
            default: components["responses"]["Problem"];
        };
    };
    put_sla_calendars_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteBusinessCalendar"];
            };
        };
        responses: {
            200: components["responses"]["BusinessCalendar"];
            default: components["responses"]["Problem"];
        };
    };
    delete_sla_calendars_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedBusinessCalendar"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_incidents: {
        parameters: {
            query?: {
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                /** @description One value, or several with commas between them */
                ci_id?: components["parameters"]["ci_id"];
                /** @description One value, or several with commas between them */
                duplicate_of?: components["parameters"]["duplicate_of"];
                /** @description One value, or several with commas between them */
                location?: components["parameters"]["location"];
                state?: components["parameters"]["state"];
                /** @description true: only unassigned ones; false: only assigned ones */
                unassigned?: components["parameters"]["unassigned"];
                /** @description true: only those without a group; false: only those with one */
                without_group?: components["parameters"]["without_group"];
                /** @description at_risk: open, has used 75 % of its time, and the clock runs; breached: open, has used it all; resolved_late: resolved after that */
                sla?: components["parameters"]["sla"];
                resolved_after?: components["parameters"]["resolved_after"];
                resolved_before?: components["parameters"]["resolved_before"];
                cancelled_after?: components["parameters"]["cancelled_after"];
                cancelled_before?: components["parameters"]["cancelled_before"];
                updated_after?: components["parameters"]["updated_after"];
                updated_before?: components["parameters"]["updated_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Incidents.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["IncidentList"];
            default: components["responses"]["Problem"];
        };
    };
    post_incidents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIncident"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_export: {
        parameters: {
            query?: {
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                /** @description One value, or several with commas between them */
                ci_id?: components["parameters"]["ci_id"];
                /** @description One value, or several with commas between them */
                duplicate_of?: components["parameters"]["duplicate_of"];
                /** @description One value, or several with commas between them */
                location?: components["parameters"]["location"];
                state?: components["parameters"]["state"];
                /** @description true: only unassigned ones; false: only assigned ones */
                unassigned?: components["parameters"]["unassigned"];
                /** @description true: only those without a group; false: only those with one */
                without_group?: components["parameters"]["without_group"];
                /** @description at_risk: open, has used 75 % of its time, and the clock runs; breached: open, has used it all; resolved_late: resolved after that */
                sla?: components["parameters"]["sla"];
                resolved_after?: components["parameters"]["resolved_after"];
                resolved_before?: components["parameters"]["resolved_before"];
                cancelled_after?: components["parameters"]["cancelled_after"];
                cancelled_before?: components["parameters"]["cancelled_before"];
                updated_after?: components["parameters"]["updated_after"];
                updated_before?: components["parameters"]["updated_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                columns?: string;
                /** @description Default: created_at */
                sort?: components["parameters"]["Incidents.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Csv"];
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_id: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Incident"];
            default: components["responses"]["Problem"];
        };
    };
    delete_incidents_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_incidents_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIncident"];
            };
        };
        responses: {
            200: components["responses"]["Incident"];
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_id_watchers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    put_incidents_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    delete_incidents_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_id_history: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoryEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_incidents: {
        parameters: {
            query?: {
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                /** @description One value, or several with commas between them */
                duplicate_of?: components["parameters"]["duplicate_of"];
                /** @description One value, or several with commas between them */
                location?: components["parameters"]["location"];
                state?: components["parameters"]["state"];
                /** @description true: only unassigned ones; false: only assigned ones */
                unassigned?: components["parameters"]["unassigned"];
                /** @description true: only those without a group; false: only those with one */
                without_group?: components["parameters"]["without_group"];
                /** @description at_risk: open, has used 75 % of its time, and the clock runs; breached: open, has used it all; resolved_late: resolved after that */
                sla?: components["parameters"]["sla"];
                resolved_after?: components["parameters"]["resolved_after"];
                resolved_before?: components["parameters"]["resolved_before"];
                cancelled_after?: components["parameters"]["cancelled_after"];
                cancelled_before?: components["parameters"]["cancelled_before"];
                updated_after?: components["parameters"]["updated_after"];
                updated_before?: components["parameters"]["updated_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Incidents.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["IncidentList"];
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_id_sla: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaExplanation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_incidents_bulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkIncidents"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedJob"];
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_id_notes: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_incidents_id_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNote"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_id_notes_note_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                note_id: components["parameters"]["note_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_attachments_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with the type that it was uploaded with */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_statistics_incidents: {
        parameters: {
            query?: {
                /** @description Number of days up to today, 30 by default */
                days?: number;
                /** @description First day, instead of `days` */
                from?: string;
                /** @description Last day; today by default */
                to?: string;
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentStatistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_diagnostics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Diagnostics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_stale: {
        parameters: {
            query?: {
                months?: number;
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: unhelpful */
                sort?: "unhelpful" | "updated_at";
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArticleList"];
            default: components["responses"]["Problem"];
        };
    };
    post_knowledge_articles_from_incident_incident_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                incident_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["Article.201"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                state?: components["parameters"]["Knowledge.state"];
                /** @description One value, or several with commas between them */
                author?: components["parameters"]["author"];
                /** @description One value, or several with commas between them */
                tag?: components["parameters"]["tag"];
                updated_after?: components["parameters"]["updated_after"];
                updated_before?: components["parameters"]["updated_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at; with q: relevance */
                sort?: components["parameters"]["Knowledge.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArticleList"];
            default: components["responses"]["Problem"];
        };
    };
    post_knowledge_articles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateArticle"];
            };
        };
        responses: {
            201: components["responses"]["Article.201"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_export: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                state?: components["parameters"]["Knowledge.state"];
                /** @description One value, or several with commas between them */
                author?: components["parameters"]["author"];
                /** @description One value, or several with commas between them */
                tag?: components["parameters"]["tag"];
                updated_after?: components["parameters"]["updated_after"];
                updated_before?: components["parameters"]["updated_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                columns?: string;
                /** @description Default: created_at; with q: relevance */
                sort?: components["parameters"]["Knowledge.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Csv"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Article"];
            default: components["responses"]["Problem"];
        };
    };
    delete_knowledge_articles_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Article"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_knowledge_articles_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateArticle"];
            };
        };
        responses: {
            200: components["responses"]["Article"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_watchers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    put_knowledge_articles_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    delete_knowledge_articles_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_history: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoryEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    post_knowledge_articles_id_review: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Article"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_versions: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: version */
                sort?: "version";
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleVersionSummaryList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_versions_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleVersion"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_knowledge_articles_id_versions_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Article"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_votes: {
        parameters: {
            query?: {
                helpful?: boolean;
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoteList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_knowledge_articles_id_votes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CastVote"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountedVote"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_changes: {
        parameters: {
            query?: {
                type?: components["parameters"]["Changes.type"];
                risk?: components["parameters"]["risk"];
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                /** @description One value, or several with commas between them */
                requested_by?: components["parameters"]["requested_by"];
                state?: components["parameters"]["Changes.state"];
                close_code?: components["parameters"]["close_code"];
                /** @description One value, or several with commas between them */
                ci_id?: components["parameters"]["ci_id"];
                planned_after?: components["parameters"]["planned_after"];
                planned_before?: components["parameters"]["planned_before"];
                closed_after?: components["parameters"]["closed_after"];
                closed_before?: components["parameters"]["closed_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Changes.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChangeList"];
            default: components["responses"]["Problem"];
        };
    };
    post_changes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChange"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_changes_export: {
        parameters: {
            query?: {
                type?: components["parameters"]["Changes.type"];
                risk?: components["parameters"]["risk"];
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                /** @description One value, or several with commas between them */
                requested_by?: components["parameters"]["requested_by"];
                state?: components["parameters"]["Changes.state"];
                close_code?: components["parameters"]["close_code"];
                /** @description One value, or several with commas between them */
                ci_id?: components["parameters"]["ci_id"];
                planned_after?: components["parameters"]["planned_after"];
                planned_before?: components["parameters"]["planned_before"];
                closed_after?: components["parameters"]["closed_after"];
                closed_before?: components["parameters"]["closed_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                columns?: string;
                /** @description Default: created_at */
                sort?: components["parameters"]["Changes.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Csv"];
            default: components["responses"]["Problem"];
        };
    };
    get_changes_id: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Change"];
            default: components["responses"]["Problem"];
        };
    };
    delete_changes_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_changes_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateChange"];
            };
        };
        responses: {
            200: components["responses"]["Change"];
            default: components["responses"]["Problem"];
        };
    };
    get_changes_id_watchers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    put_changes_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    delete_changes_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    get_changes_id_history: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoryEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_changes: {
        parameters: {
            query?: {
                type?: components["parameters"]["Changes.type"];
                risk?: components["parameters"]["risk"];
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                /** @description One value, or several with commas between them */
                requested_by?: components["parameters"]["requested_by"];
                state?: components["parameters"]["Changes.state"];
                close_code?: components["parameters"]["close_code"];
                planned_after?: components["parameters"]["planned_after"];
                planned_before?: components["parameters"]["planned_before"];
                closed_after?: components["parameters"]["closed_after"];
                closed_before?: components["parameters"]["closed_before"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Changes.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChangeList"];
            default: components["responses"]["Problem"];
        };
    };
    post_changes_id_submit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Change"];
            default: components["responses"]["Problem"];
        };
    };
    post_changes_id_approve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Approve"];
            };
        };
        responses: {
            200: components["responses"]["Change"];
            default: components["responses"]["Problem"];
        };
    };
    post_changes_id_reject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reject"];
            };
        };
        responses: {
            200: components["responses"]["Change"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                class?: components["parameters"]["class"];
                /** @description One value, or several with commas between them */
                status?: components["parameters"]["status"];
                /** @description One value, or several with commas between them */
                environment?: components["parameters"]["environment"];
                criticality?: components["parameters"]["criticality"];
                /** @description One value, or several with commas between them */
                owner?: components["parameters"]["owner"];
                /** @description One value, or several with commas between them */
                support_group?: components["parameters"]["support_group"];
                /** @description One value, or several with commas between them */
                location?: components["parameters"]["location"];
                /** @description One value, or several with commas between them */
                external_id?: components["parameters"]["external_id"];
                /** @description One value, or several with commas between them */
                discovery_source?: components["parameters"]["discovery_source"];
                ip_address?: components["parameters"]["ip_address"];
                /** @description One value, or several with commas between them */
                serial_number?: components["parameters"]["serial_number"];
                /** @description One value, or several with commas between them */
                fqdn?: components["parameters"]["fqdn"];
                related_to?: components["parameters"]["related_to"];
                /** @description orphan: without relationships; duplicate: shares its serial number, its fqdn, or name, class and environment with another */
                health?: components["parameters"]["health"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["CMDB.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CiList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_cmdb_cis: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCi"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ci"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_export: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                class?: components["parameters"]["class"];
                /** @description One value, or several with commas between them */
                status?: components["parameters"]["status"];
                /** @description One value, or several with commas between them */
                environment?: components["parameters"]["environment"];
                criticality?: components["parameters"]["criticality"];
                /** @description One value, or several with commas between them */
                owner?: components["parameters"]["owner"];
                /** @description One value, or several with commas between them */
                support_group?: components["parameters"]["support_group"];
                /** @description One value, or several with commas between them */
                location?: components["parameters"]["location"];
                /** @description One value, or several with commas between them */
                external_id?: components["parameters"]["external_id"];
                /** @description One value, or several with commas between them */
                discovery_source?: components["parameters"]["discovery_source"];
                ip_address?: components["parameters"]["ip_address"];
                /** @description One value, or several with commas between them */
                serial_number?: components["parameters"]["serial_number"];
                /** @description One value, or several with commas between them */
                fqdn?: components["parameters"]["fqdn"];
                related_to?: components["parameters"]["related_to"];
                /** @description orphan: without relationships; duplicate: shares its serial number, its fqdn, or name, class and environment with another */
                health?: components["parameters"]["health"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                columns?: string;
                /** @description Default: created_at */
                sort?: components["parameters"]["CMDB.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Csv"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Ci"];
            default: components["responses"]["Problem"];
        };
    };
    delete_cmdb_cis_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ci"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_cmdb_cis_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCi"];
            };
        };
        responses: {
            200: components["responses"]["Ci"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_watchers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    put_cmdb_cis_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    delete_cmdb_cis_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_history: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoryEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_impact: {
        parameters: {
            query?: {
                depth?: components["parameters"]["depth"];
                types?: components["parameters"]["types"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DependencyGraph"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_dependencies: {
        parameters: {
            query?: {
                depth?: components["parameters"]["depth"];
                types?: components["parameters"]["types"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DependencyGraph"];
            default: components["responses"]["Problem"];
        };
    };
    post_cmdb_cis_bulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkCis"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedJob"];
            default: components["responses"]["Problem"];
        };
    };
    get_requests: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                item?: components["parameters"]["item"];
                /** @description One value, or several with commas between them */
                item_id?: components["parameters"]["item_id"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                requested_for?: components["parameters"]["requested_for"];
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                state?: components["parameters"]["Requests.state"];
                /** @description One value, or several with commas between them */
                created_by?: components["parameters"]["created_by"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Requests.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceRequestList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_requests: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceRequest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_requests_export: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                item?: components["parameters"]["item"];
                /** @description One value, or several with commas between them */
                item_id?: components["parameters"]["item_id"];
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                /** @description One value, or several with commas between them */
                requested_for?: components["parameters"]["requested_for"];
                priority?: components["parameters"]["priority"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                /** @description One value, or several with commas between them */
                assigned_to?: components["parameters"]["assigned_to"];
                state?: components["parameters"]["Requests.state"];
                /** @description One value, or several with commas between them */
                created_by?: components["parameters"]["created_by"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                columns?: string;
                /** @description Default: created_at */
                sort?: components["parameters"]["Requests.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Csv"];
            default: components["responses"]["Problem"];
        };
    };
    get_requests_id: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceRequest"];
            default: components["responses"]["Problem"];
        };
    };
    delete_requests_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceRequest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_requests_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateServiceRequest"];
            };
        };
        responses: {
            200: components["responses"]["ServiceRequest"];
            default: components["responses"]["Problem"];
        };
    };
    get_requests_id_watchers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    put_requests_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    delete_requests_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    get_requests_id_history: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoryEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    post_requests_id_approve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Approve"];
            };
        };
        responses: {
            200: components["responses"]["ServiceRequest"];
            default: components["responses"]["Problem"];
        };
    };
    post_requests_id_reject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reject"];
            };
        };
        responses: {
            200: components["responses"]["ServiceRequest"];
            default: components["responses"]["Problem"];
        };
    };
    post_requests_id_fulfil: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceRequest"];
            default: components["responses"]["Problem"];
        };
    };
    post_requests_id_fulfill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceRequest"];
            default: components["responses"]["Problem"];
        };
    };
    get_catalog_items: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                approval_required?: components["parameters"]["approval_required"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                active?: components["parameters"]["active"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["CMDB.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogItemList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_catalog_items: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCatalogItem"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogItem"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_catalog_items_export: {
        parameters: {
            query?: {
                /** @description One value, or several with commas between them */
                category?: components["parameters"]["category"];
                approval_required?: components["parameters"]["approval_required"];
                /** @description One value, or several with commas between them */
                assignment_group?: components["parameters"]["assignment_group"];
                active?: components["parameters"]["active"];
                created_after?: components["parameters"]["created_after"];
                created_before?: components["parameters"]["created_before"];
                /** @description Full text: words, "phrases", -not, or an id */
                q?: components["parameters"]["q"];
                columns?: string;
                /** @description Default: created_at */
                sort?: components["parameters"]["CMDB.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Csv"];
            default: components["responses"]["Problem"];
        };
    };
    get_catalog_items_id: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CatalogItem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_catalog_items_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogItem"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_catalog_items_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCatalogItem"];
            };
        };
        responses: {
            200: components["responses"]["CatalogItem"];
            default: components["responses"]["Problem"];
        };
    };
    get_catalog_items_id_watchers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    put_catalog_items_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    delete_catalog_items_id_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Watchers"];
            default: components["responses"]["Problem"];
        };
    };
    get_catalog_items_id_history: {
        parameters: {
            query?: {
                /** @description Include a deleted record; for auditors and managers */
                include_deleted?: components["parameters"]["include_deleted"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoryEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_approvals: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingApprovalList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_views: {
        parameters: {
            query?: {
                noun?: "incidents" | "changes" | "requests" | "cis" | "articles";
                shared?: boolean;
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Clients.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_views: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateView"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_views_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["View"];
            default: components["responses"]["Problem"];
        };
    };
    delete_views_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_views_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateView"];
            };
        };
        responses: {
            200: components["responses"]["View"];
            default: components["responses"]["Problem"];
        };
    };
    get_search: {
        parameters: {
            query: {
                /** @description A number, or words that must all occur */
                q: components["schemas"]["SingleLine200"];
                types?: string;
                /** @description Most results of each type */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_incidents_id_activity: {
        parameters: {
            query?: {
                type?: components["parameters"]["type"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ActivityEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_changes_id_activity: {
        parameters: {
            query?: {
                type?: components["parameters"]["type"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ActivityEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_requests_id_activity: {
        parameters: {
            query?: {
                type?: components["parameters"]["type"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ActivityEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_activity: {
        parameters: {
            query?: {
                type?: components["parameters"]["type"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ActivityEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_catalog_items_id_activity: {
        parameters: {
            query?: {
                type?: components["parameters"]["type"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ActivityEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_activity: {
        parameters: {
            query?: {
                type?: components["parameters"]["type"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: at */
                sort?: components["parameters"]["sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ActivityEntryList"];
            default: components["responses"]["Problem"];
        };
    };
    get_changes_id_notes: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNoteList"];
            default: components["responses"]["Problem"];
        };
    };
    post_changes_id_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRecordNote"];
            };
        };
        responses: {
            201: components["responses"]["RecordNote"];
            default: components["responses"]["Problem"];
        };
    };
    get_changes_id_notes_note_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                note_id: components["parameters"]["note_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNote.200"];
            default: components["responses"]["Problem"];
        };
    };
    get_requests_id_notes: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNoteList"];
            default: components["responses"]["Problem"];
        };
    };
    post_requests_id_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRecordNote"];
            };
        };
        responses: {
            201: components["responses"]["RecordNote"];
            default: components["responses"]["Problem"];
        };
    };
    get_requests_id_notes_note_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                note_id: components["parameters"]["note_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNote.200"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_notes: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNoteList"];
            default: components["responses"]["Problem"];
        };
    };
    post_cmdb_cis_id_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRecordNote"];
            };
        };
        responses: {
            201: components["responses"]["RecordNote"];
            default: components["responses"]["Problem"];
        };
    };
    get_cmdb_cis_id_notes_note_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                note_id: components["parameters"]["note_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNote.200"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_notes: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNoteList"];
            default: components["responses"]["Problem"];
        };
    };
    post_knowledge_articles_id_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRecordNote"];
            };
        };
        responses: {
            201: components["responses"]["RecordNote"];
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_articles_id_notes_note_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                note_id: components["parameters"]["note_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RecordNote.200"];
            default: components["responses"]["Problem"];
        };
    };
    post_ai_ask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_ai_query: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopilotQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CopilotAnswer"];
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_ai_analyze: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_ai_exemplars: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExemplarsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exemplars"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_knowledge_gaps: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: times */
                sort?: "times" | "last_asked_at";
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeGapList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_knowledge_gaps_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeGap"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_ai_suggest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionsAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_ai_suggest_models: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionModelList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_ai_suggest_train: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedTraining"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_ai_cache_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CacheStatistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_ai_cache: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgedCache"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_ai_usage: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiUsage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_demo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoData"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_demo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedDemoData"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_demo_reset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedDemoData"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_onboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Onboarding"];
            default: components["responses"]["Problem"];
        };
    };
    put_onboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOnboarding"];
            };
        };
        responses: {
            200: components["responses"]["Onboarding"];
            default: components["responses"]["Problem"];
        };
    };
    get_events: {
        parameters: {
            query?: {
                type?: components["parameters"]["Events.type"];
                subject_id?: components["schemas"]["SingleLine100"];
                /** @description Only events with a greater number */
                after?: components["parameters"]["Events.after"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: seq */
                sort?: "seq";
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_events_stream: {
        parameters: {
            query?: {
                type?: components["parameters"]["Events.type"];
                /** @description Only events with a greater number */
                after?: components["parameters"]["Events.after"];
            };
            header?: {
                /** @description The id of the last event that you have; counts instead of `after` */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_outbound: {
        parameters: {
            query?: {
                active?: components["parameters"]["active"];
                event?: components["parameters"]["event"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Clients.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundWebhookList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_outbound: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOutboundWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundWebhook"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_outbound_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OutboundWebhook"];
            default: components["responses"]["Problem"];
        };
    };
    delete_webhooks_outbound_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundWebhook"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_webhooks_outbound_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOutboundWebhook"];
            };
        };
        responses: {
            200: components["responses"]["OutboundWebhook"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_outbound_id_rotate_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OutboundWebhook"];
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_outbound_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundHealthReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_outbound_id_deliveries: {
        parameters: {
            query?: {
                status?: string;
                event?: string;
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Notifications.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_outbound_id_stats: {
        parameters: {
            query?: {
                since?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryStatistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_outbound_id_test: {
        parameters: {
            query?: {
                event?: components["parameters"]["event"];
            };
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryDetails"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_outbound_id_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayDeliveries"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedJob"];
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_outbound_id_deliveries_delivery_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                delivery_id: components["parameters"]["delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryDetails"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_outbound_id_deliveries_delivery_id_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
                delivery_id: components["parameters"]["delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["DeliveryDetails.202"];
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_outbound_deliveries_delivery_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: components["parameters"]["delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryDetails"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_outbound_deliveries_delivery_id_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                delivery_id: components["parameters"]["delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["DeliveryDetails.202"];
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_inbound: {
        parameters: {
            query?: {
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: created_at */
                sort?: components["parameters"]["Clients.sort"];
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundWebhookList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_inbound: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInboundWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundWebhook"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_inbound_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InboundWebhook"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_inbound_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnyJson"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundAnswer"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_webhooks_inbound_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundWebhook"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_webhooks_inbound_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInboundWebhook"];
            };
        };
        responses: {
            200: components["responses"]["InboundWebhook"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_inbound_id_rotate_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag of the record, its version in quotes: 412 if the record has changed since */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InboundWebhook"];
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_inbound_presets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundPresetList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_inbound_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundHealthReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_inbound_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundPreview"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            default: components["responses"]["Problem"];
        };
    };
    get_webhooks_inbound_id_events: {
        parameters: {
            query?: {
                status?: string;
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: received_at */
                sort?: "received_at";
                /** @description Default: desc */
                order?: components["parameters"]["order"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundEventList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_jobs_job_id: {
        parameters: {
            query?: {
                /** @description Which results are listed; a job by filter has thousands of them */
                results?: "all" | "failed" | "none";
            };
            header?: never;
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_external_references: {
        parameters: {
            query?: {
                system?: string;
                external_id?: components["schemas"]["SingleLine600"];
                /** @description ID of the record here */
                subject_id?: components["schemas"]["SingleLine64"];
                /** @description Records per page; 25 unless the service is configured otherwise */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: components["parameters"]["cursor"];
                /** @description Page number, from 1 */
                page?: components["parameters"]["page"];
                /** @description Default: imported_at */
                sort?: "imported_at";
                /** @description Default: asc */
                order?: components["parameters"]["Audit.order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalReferenceList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_incidents_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_attachments: {
        parameters: {
            query: {
                filename: components["schemas"]["SingleLine255"];
            };
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_inbound_id_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for this request: repeated with the same key, it gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnyJson"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            default: components["responses"]["Problem"];
        };
    };
    post_import_system: {
        parameters: {
            query?: {
                /** @description Nothing is written: the results show what would happen */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                system: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemImportReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    webhook_incident_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "incident.created";
                    data: components["schemas"]["IncidentEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_incident_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "incident.updated";
                    data: components["schemas"]["IncidentEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_incident_resolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "incident.resolved";
                    data: components["schemas"]["IncidentEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_incident_priority_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "incident.priority_changed";
                    data: components["schemas"]["IncidentEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_change_submitted: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "change.submitted";
                    data: components["schemas"]["ChangeEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_change_approved: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "change.approved";
                    data: components["schemas"]["ChangeEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_change_rejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "change.rejected";
                    data: components["schemas"]["ChangeEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_request_submitted: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "request.submitted";
                    data: components["schemas"]["RequestEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_request_approved: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "request.approved";
                    data: components["schemas"]["RequestEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_sla_breach_warning: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "sla.breach_warning";
                    data: components["schemas"]["SlaEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_sla_breached: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "sla.breached";
                    data: components["schemas"]["SlaEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
    webhook_ci_discovered: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event */
                "X-Service-Event": components["parameters"]["X-Service-Event"];
                /** @description Id of the event, the same for its replays */
                "X-Service-Event-Id": components["parameters"]["X-Service-Event-Id"];
                /** @description The same for every attempt of a delivery */
                "X-Service-Delivery": components["parameters"]["X-Service-Delivery"];
                /** @description 1 to 5 */
                "X-Service-Attempt": components["parameters"]["X-Service-Attempt"];
                /** @description `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed */
                "X-Service-Signature"?: components["parameters"]["X-Service-Signature"];
                /** @description The same with the previous secret, for 24 hours after a rotation */
                "X-Service-Signature-Previous"?: components["parameters"]["X-Service-Signature-Previous"];
                /** @description As in Standard Webhooks; the same as X-Service-Delivery */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description As in Standard Webhooks */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description As in Standard Webhooks, if signed */
                "webhook-signature"?: components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    event: "ci.discovered";
                    data: components["schemas"]["CiEventData"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Status2XX"];
        };
    };
}
