// Generated from the services’ openapi.json by `npm run gen`. Not to be edited.
export interface components {
    schemas: {
        ActiveRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            message_id: string;
            seq: number;
            status: components["schemas"]["RunStatus"];
        };
        ActiveZofiles: {
            email: string | null;
            greeting: string | null;
            main: string | null;
            schedule: {
                [key: string]: string;
            };
            sms: string | null;
        };
        Allowance: {
            day_cents: number | null;
            day_tokens: number | null;
            is_own: boolean;
            month_cents: number | null;
            month_tokens: number | null;
            person_id: string | null;
            used: {
                day_cents: number;
                day_tokens: number;
                month_cents: number;
                month_tokens: number;
            };
            zofile_id: string | null;
        };
        AnsweredAs: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        AnyLocation: {
            path: string[];
            root: ("w" | "s") | string;
        };
        ApiToken: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            last_used_at: string | null;
            name: string;
            per_minute: number;
            prefix: string;
            scopes: ("files:read" | "files:write" | "chats:read" | "chats:write" | "personas:read" | "personas:write" | "computer:read" | "computer:write" | "account:read" | "account:write")[];
            uses: number;
        };
        AppClient: {
            apps: string[];
            callback: string;
            client_id: string | null;
            console: string;
            display_name: string;
            provider: string;
        };
        ApprovalText: {
            file: string;
            is_cut: boolean;
            /** @enum {string} */
            kind: "text" | "link" | "binary";
            text: string;
        };
        ArchiveEntry: {
            encrypted: boolean;
            /** @enum {string} */
            kind: "file" | "folder" | "link";
            mtime: number | null;
            path: string;
            size: number | null;
        };
        AskedBy: {
            details: boolean;
            email: boolean;
            push: boolean;
            sms: boolean;
            telegram: boolean;
        };
        Attachment: {
            charCount: number;
            content: string;
            createdAt: string;
            id: string;
            /** @constant */
            kind: "text";
            lineCount: number;
            path?: string;
            title: string;
        };
        AuditEntry: {
            action: string;
            actor: string;
            /** Format: date-time */
            at: string;
            details: {
                [key: string]: string | number | boolean;
            };
            hash: string;
            seq: number;
            service: string;
            session_id: string;
            target: string;
        };
        CallPart: {
            approval?: {
                files?: string[];
                hosts?: string[];
                id: string;
                reason: string;
                texts?: components["schemas"]["ApprovalText"][];
                /** Format: date-time */
                until?: string;
            };
            args: unknown;
            call_id: string;
            duration_ms?: number;
            output?: string;
            result?: components["schemas"]["ToolResult"];
            started_at?: string;
            state: components["schemas"]["ToolState"];
            tool: string;
            /** @constant */
            type: "tool";
        };
        CallPicture: {
            height: number;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            run_id: string;
            width: number;
        };
        Channels: {
            asked_by: components["schemas"]["AskedBy"];
            mail: {
                account: string;
                address: string;
                sends: boolean;
            };
            phone: {
                new_number: string | null;
                number: string | null;
                provider: string | null;
                /** @enum {string} */
                state: "none" | "code" | "proven" | "stopped";
            };
            senders: components["schemas"]["KnownSender"][];
            server: components["schemas"]["MailServer"] | null;
            telegram: {
                bot: string | null;
                error: string | null;
                name: string;
                paired: boolean;
            };
        };
        ChatFolder: {
            chats: number;
            name: string;
        };
        ChatRef: {
            /** Format: uuid */
            id: string;
            title: string;
        };
        ChosenMode: {
            denied_skills: string[];
            denied_tools: string[];
            memory: boolean;
            mode: components["schemas"]["TrustMode"];
            zofile_id: string | null;
        };
        ChosenPlan: {
            /** Format: uuid */
            person_id: string;
            plan: components["schemas"]["Plan"];
        };
        Columns: {
            births: number[];
            dirs: number[];
            errors: {
                [key: string]: string;
            };
            /** @constant */
            more?: true;
            mtimes: number[];
            names: string[];
            sizes: number[];
        };
        Computer: {
            busy_reason?: string;
            /** Format: uuid */
            id: string;
            reason?: string;
            sandboxed: boolean;
            sleeps_in_seconds?: number;
            /** Format: date-time */
            started_at?: string;
            /** @enum {string} */
            state: "asleep" | "waking" | "awake" | "stopping" | "failed";
        };
        ConnectedApp: {
            about: string;
            account: string | null;
            app_slug: string;
            connected: boolean;
            display_name: string;
            error: string | null;
            reading: boolean;
            /** @enum {string} */
            state: "bot" | "not_set_up" | "not_connected" | "ok" | "broken" | "client_refused";
            tools: components["schemas"]["ConnectedAppTool"][];
            writing: boolean;
            writing_asks_for: string | null;
        };
        ConnectedAppTool: {
            about: string;
            /** @enum {string} */
            effect: "read" | "write" | "send" | "delete";
            name: string;
        };
        ConnectedProgram: {
            /** @enum {string} */
            audience: "mcp" | "api";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            host: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "web" | "device" | "app";
            last_used_at: string | null;
            name: string;
            scopes: ("files:read" | "files:write" | "chats:read" | "chats:write" | "personas:read" | "personas:write" | "computer:read" | "computer:write" | "account:read" | "account:write")[];
            uses: number;
        };
        ContentAddress: {
            /** Format: uri */
            url: string;
        };
        ContentOrigins: {
            origins: string | null;
        };
        /** @enum {string} */
        ContextKind: "system" | "memory" | "skill" | "tools" | "summary" | "left_out" | "words" | "files" | "pictures" | "answers" | "results";
        ContextPart: {
            count: number;
            kind: components["schemas"]["ContextKind"];
            tokens: number;
        };
        ContextReceipt: {
            model: string;
            steps: {
                input_tokens: number;
                output_tokens: number;
                parts: components["schemas"]["ContextPart"][];
                step: number;
            }[];
        };
        Conversation: {
            /** Format: date-time */
            created_at: string;
            folder: string | null;
            /** Format: uuid */
            id: string;
            pinned: boolean;
            running: boolean;
            title: string | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: uuid */
            user_id: string;
            waiting: boolean;
        };
        ConversationData: {
            active_run?: components["schemas"]["ActiveRun"];
            /** Format: date-time */
            created_at: string;
            folder: string | null;
            has_more: boolean;
            /** Format: uuid */
            id: string;
            leaf_id: string | null;
            messages: components["schemas"]["Message"][];
            pinned: boolean;
            queued: components["schemas"]["QueuedMessage"][];
            rehearsal: boolean;
            running: boolean;
            title: string | null;
            /** Format: date-time */
            updated_at: string;
            usage: {
                total_tokens: number;
            };
            /** Format: uuid */
            user_id: string;
            waiting: boolean;
        };
        ConvertedFile: {
            leftOut: number;
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
        };
        DeletedFile: {
            at: number;
            /** @enum {string} */
            author: "user" | "assistant" | "terminal" | "unknown";
            conversationId?: string;
            deletion: number;
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
            size: number;
            version: number;
        };
        Dictated: {
            text: string;
        };
        DriveFile: {
            arrivesAs: ("as_is" | "markdown" | "excel" | "powerpoint" | "image") | null;
            icon: string;
            iconLink: string | null;
            id: string;
            isFolder: boolean;
            mimeType: string;
            modifiedTime: string | null;
            name: string;
            size: number | null;
        };
        FileHits: {
            hash: string;
            hits: components["schemas"]["Hit"][];
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
        };
        /** @enum {string} */
        FileKind: "directory" | "markdown" | "textual" | "image" | "audio" | "video" | "heic" | "html" | "pdf" | "ebook" | "docx" | "csv" | "tsv" | "excel" | "json" | "sqlite" | "sheet" | "routine" | "zopage" | "binary" | "unknown";
        FileMade: {
            /** Format: date-time */
            at: string;
            changed_since: boolean;
            chat: {
                id: string;
                title: string | null;
            };
            more: number;
            run_id: string;
            sources: components["schemas"]["FileSource"][];
            was_there: boolean;
        };
        FileRef: {
            id: string;
            path: string;
        };
        FileSource: {
            file_path?: string;
            /** @enum {string} */
            kind: "file" | "web" | "search" | "paste";
            name: string;
        };
        FileVersion: {
            at: number;
            /** @enum {string} */
            author: "user" | "assistant" | "terminal" | "unknown";
            conversationId?: string;
            /** @enum {string} */
            kind: "content" | "deleted" | "moved" | "moved-here";
            /** @enum {string} */
            notKept?: "too-large" | "no-room" | "damaged";
            other?: components["schemas"]["Location"];
            size: number;
            version: number;
        };
        FolderFile: {
            mtime: number;
            /** @enum {string} */
            notKept?: "too-large" | "no-room" | "damaged";
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
            /** @enum {string} */
            sinceThen: "same" | "changed" | "gone" | "new";
            size: number;
            version?: number;
        };
        FolderMoment: {
            /** @enum {string} */
            author: "user" | "assistant" | "terminal" | "unknown";
            conversationId?: string;
            examples: components["schemas"]["Location"][];
            files: number;
            first: number;
            last: number;
            moment: number;
        };
        Found: {
            isDirectory: boolean;
            isExact: boolean;
            lines: components["schemas"]["FoundLine"][];
            mtime: number;
            nameMarks: [
                number,
                number
            ][];
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
            size: number;
        };
        FoundLine: {
            line: number;
            marks: [
                number,
                number
            ][];
            text: string;
        };
        GrantedHost: {
            granted_at: string;
            host: string;
            /** Format: uuid */
            id: string;
        };
        GrantedHosts: {
            hosts: components["schemas"]["GrantedHost"][];
        };
        Hit: {
            found: string;
            line: number;
            mark: [
                number,
                number
            ];
            offset: number;
            replacement: string;
            text: string;
        };
        HitsLeftOut: {
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
            /** @enum {string} */
            why: "too-large" | "not-text" | "changed";
        };
        Hook: {
            secret: string;
            /** Format: uri */
            url: string;
        };
        HookCall: {
            /** Format: date-time */
            due_at: string;
            /** @enum {string} */
            state: "queued" | "due" | "started" | "parked" | "done" | "failed" | "missed" | "skipped";
        };
        ImportedChats: {
            chats: number;
            known: number;
            losses: {
                count: number;
                what: string;
            }[];
            messages: number;
            report: string | null;
        };
        InstallationHealth: {
            services: {
                [key: string]: {
                    missing?: string;
                    ready: boolean;
                };
            };
            /** @enum {string} */
            status: "ready" | "degraded";
        };
        Invitation: {
            code: string;
            /** Format: date-time */
            created_at: string;
            email: string | null;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            url: string;
            used_by: string | null;
        };
        Item: {
            birthtime: number;
            error?: string;
            isDirectory: boolean;
            /** @constant */
            isStaged: false;
            mtime: number;
            name: string;
            size: number;
        };
        ItemResult: {
            code?: string;
            error?: string;
            path: string[];
            root: ("w" | "s") | string;
            to?: components["schemas"]["AnyLocation"];
            trashed?: string;
        };
        KnownSender: {
            address: string;
            /** @enum {string} */
            channel: "email" | "sms";
            /** Format: uuid */
            id: string;
        };
        KnownSenders: {
            senders: components["schemas"]["KnownSender"][];
        };
        ListedSkill: {
            description: string;
            file_path: string;
            name: string;
        };
        ListedTool: {
            arguments: string[];
            description: string;
            slug: string;
            title: string;
        };
        LiveMessage: {
            payload: {
                /** @enum {string} */
                state: "asleep" | "waking" | "awake" | "stopping" | "failed";
            };
            /** @constant */
            type: "computer";
        } | {
            payload: {
                /** @enum {string} */
                change: "created" | "updated" | "deleted";
                /** Format: uuid */
                id: string;
            } | {
                /** @constant */
                change: "run";
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                run_id: string;
                /** @enum {string} */
                status: "running" | "waiting" | "complete" | "stopped" | "failed" | "interrupted";
            };
            /** @constant */
            type: "conversation";
        } | {
            /** @constant */
            type: "subscribed";
        } | {
            epoch: string;
            seq: number;
            /** @constant */
            type: "hello";
        } | {
            epoch: string;
            seq: number;
            /** @constant */
            type: "resync";
        } | {
            epoch: string;
            payload: {
                at: number;
                destPath: string | null;
                /** @enum {string} */
                destRoot?: "w" | "s";
                /** @enum {string} */
                eventType: "created" | "deleted" | "moved" | "modified";
                isDirectory: boolean;
                relativePath: string;
                /** @enum {string} */
                root: "w" | "s";
            };
            seq: number;
            /** @constant */
            type: "fs_event";
        } | {
            payload: {
                folders: string[][];
                root: string;
            };
            /** @constant */
            type: "machine_watching";
        } | {
            payload: {
                at: number;
                destPath: string | null;
                /** @enum {string} */
                eventType: "created" | "deleted" | "moved" | "modified";
                isDirectory: boolean;
                relativePath: string;
                root: string;
            };
            /** @constant */
            type: "machine_event";
        } | {
            /** @constant */
            type: "pong";
        } | {
            payload: {
                /** Format: uuid */
                id: string;
            };
            /** @constant */
            type: "schedule";
        } | {
            payload: {
                /** Format: uuid */
                id: string;
            };
            /** @constant */
            type: "message";
        };
        LiveRequest: {
            /** @constant */
            type: "ping";
        } | {
            folders: {
                path: string[];
                root: string;
            }[];
            /** @constant */
            type: "watch";
        };
        Location: {
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
        };
        Machine: {
            connected: boolean;
            /** Format: date-time */
            created_at: string;
            folder: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            platform: "linux" | "macos";
            read_only: boolean;
            seen_at: string | null;
            shell: boolean;
            tools: boolean;
        };
        MachineCode: {
            code: string;
            command: string;
            /** Format: date-time */
            expires_at: string;
        };
        MailServer: {
            fixed: boolean;
            host: string;
            port: number;
            secure: boolean;
            username: string;
        };
        /** @description A message of the Model Context Protocol */
        McpMessage: unknown;
        McpServer: {
            command?: string;
            /** Format: date-time */
            created_at: string;
            has_secret: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            tools: components["schemas"]["McpServerTool"][];
            url: string;
        };
        McpServerTool: {
            arguments: string[];
            changed: boolean;
            description: string;
            destroys: boolean;
            fingerprint: string;
            name: string;
            on: boolean;
        };
        Me: {
            addresses: {
                desktop: string;
                email: string;
                sites: string;
                sms: string;
                web: string;
            };
            claims: {
                domains: string[];
                email: string;
                /** Format: uuid */
                id: string;
            };
            handle: string;
            is_owner: boolean;
            onboarding: {
                [key: string]: boolean | number;
            };
            profile: {
                domains: string[];
                email: string;
                full_name: string | null;
                /** Format: uuid */
                id: string;
                picture: string | null;
            };
            settings: components["schemas"]["Settings"];
        };
        MediaModel: {
            base_url: string | null;
            has_key: boolean;
            model: string;
            price: number | null;
            provider_id: string | null;
            task: components["schemas"]["MediaTask"];
        };
        /** @enum {string} */
        MediaTask: "image" | "video" | "transcription";
        MediaTest: {
            message: string;
            ok: boolean;
        };
        Memory: {
            facts: components["schemas"]["MemoryFact"][];
            guide: {
                file_path: string;
                size: number;
            } | null;
            skills: components["schemas"]["ListedSkill"][];
            unreadable: components["schemas"]["UnreadableText"][];
            waiting: components["schemas"]["WaitingText"][];
        };
        MemoryFact: {
            by_user: boolean;
            chat: {
                id: string;
                title: string | null;
            } | null;
            day: string | null;
            file_path: string;
            text: string;
        };
        Message: {
            attachments?: components["schemas"]["Attachment"][];
            chats?: components["schemas"]["ChatRef"][];
            /** Format: date-time */
            created_at: string;
            error?: string;
            files?: components["schemas"]["FileRef"][];
            /** Format: uuid */
            id: string;
            model?: string;
            parent_id: string | null;
            parts: components["schemas"]["Part"][];
            receipt?: components["schemas"]["Receipt"];
            /** @enum {string} */
            role: "user" | "assistant";
            /** Format: uuid */
            run_id?: string;
            shown?: components["schemas"]["ShownFile"][];
            siblings?: {
                ids: string[];
                index: number;
            };
            status: components["schemas"]["RunStatus"];
            zofile?: components["schemas"]["AnsweredAs"];
        };
        /** @description Data of each kind of event */
        MessageEvents: {
            provisional: {
                message_id: string;
                seq: number;
                text: string;
                /** @enum {string} */
                type: "text" | "reasoning";
            };
            "reasoning.delta": {
                message_id: string;
                text: string;
            };
            "run.end": {
                error?: string;
                receipt?: components["schemas"]["Receipt"];
                status: components["schemas"]["RunStatus"];
            };
            "run.resumed": {
                attempt: number;
            };
            "run.started": {
                message_id: string;
                model: string;
                zofile?: components["schemas"]["AnsweredAs"];
            };
            sent: components["schemas"]["Sent"];
            steer: {
                attachments: components["schemas"]["Attachment"][];
                chats?: components["schemas"]["ChatRef"][];
                files: components["schemas"]["FileRef"][];
                /** Format: uuid */
                id: string;
                text: string;
            };
            "step.end": {
                usage: {
                    input: number;
                    output: number;
                    total: number;
                };
            };
            summary: {
                before_step: number | null;
                kept_calls?: number;
                text: string;
            };
            "text.delta": {
                message_id: string;
                text: string;
            };
            "tool.approval": {
                approval_id: string;
                args: unknown;
                call_id: string;
                files?: string[];
                hosts?: string[];
                reason: string;
                texts?: components["schemas"]["ApprovalText"][];
                /** Format: date-time */
                until?: string;
            };
            "tool.end": {
                call_id: string;
                duration_ms: number;
                result: components["schemas"]["ToolResult"];
                state: components["schemas"]["ToolState"];
            };
            "tool.output": {
                call_id: string;
                /** @enum {string} */
                stream: "stdout" | "stderr";
                text: string;
            };
            "tool.running": {
                call_id: string;
            };
            "tool.start": {
                args: unknown;
                call_id: string;
                started_at: string;
                tool: string;
            };
            "tool.sub_run": {
                call_id: string;
                event?: {
                    data: {
                        args: unknown;
                        call_id: string;
                        started_at: string;
                        tool: string;
                    };
                    /** @constant */
                    type: "tool.start";
                } | {
                    data: {
                        approval_id: string;
                        args: unknown;
                        call_id: string;
                        files?: string[];
                        hosts?: string[];
                        reason: string;
                        texts?: components["schemas"]["ApprovalText"][];
                        /** Format: date-time */
                        until?: string;
                    };
                    /** @constant */
                    type: "tool.approval";
                } | {
                    data: {
                        call_id: string;
                    };
                    /** @constant */
                    type: "tool.running";
                } | {
                    data: {
                        call_id: string;
                        duration_ms: number;
                        result: components["schemas"]["ToolResult"];
                        state: components["schemas"]["ToolState"];
                    };
                    /** @constant */
                    type: "tool.end";
                };
                run_id: string;
                seq: number;
            };
        };
        ModelEntry: {
            context_window: number | null;
            description: string;
            features: {
                control_verbosity: boolean;
                extend_reasoning: boolean;
            };
            /** @constant */
            helper?: true;
            knowledge_cutoff_date: string | null;
            label: string;
            meter: string[];
            priority: number;
            provider_id: string | null;
            provider_label: string;
            reasoning: components["schemas"]["Reasoning"] | null;
            /** @constant */
            shared?: true;
            slug: string;
            subscribers_only?: boolean;
            /** @enum {string} */
            type: "fast" | "other";
            value: string;
            vendor_slug: ("openai" | "anthropic" | "google" | "x") | null;
            vision: boolean;
        };
        MoreRehearsedEffects: {
            count: number;
            /** @enum {string} */
            kind: "read" | "write" | "delete" | "run" | "reach" | "send" | "ask" | "make" | "schedule" | "app" | "work" | "wake";
        };
        NewShare: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            token: string;
        };
        NotionPage: {
            icon: string | null;
            iconLink: string | null;
            id: string;
            isDatabase: boolean;
            lastEditedTime: string | null;
            parentDatabaseId: string | null;
            renderTitle: string;
            title: string;
        };
        OAuthCaller: {
            host: string;
            /** @enum {string} */
            kind: "web" | "device" | "app";
            name: string;
        };
        Occurrence: {
            cause: {
                /** @enum {string} */
                kind: "file" | "webhook" | "mail";
                path: string | null;
            } | null;
            conversation_id: string | null;
            cost: number | null;
            /** Format: date-time */
            due_at: string;
            ended_at: string | null;
            late: boolean;
            manual: boolean;
            retry_at: string | null;
            /** Format: uuid */
            schedule_id: string;
            scripts: components["schemas"]["ScriptResult"][];
            started_at: string | null;
            /** @enum {string} */
            state: "queued" | "due" | "started" | "parked" | "done" | "failed" | "missed" | "skipped";
            why: string | null;
        };
        OpenFile: {
            birthtimeMs: number;
            directoryContents: components["schemas"]["Item"][] | null;
            error?: string;
            fileContent: string | null;
            fileExtension: string;
            filePath: string;
            fileSize: number;
            hash?: string;
            isAudio: boolean;
            isCsv: boolean;
            isDir: boolean;
            isDocx: boolean;
            isEbook: boolean;
            isExcel: boolean;
            isHeic: boolean;
            isHtml: boolean;
            isImage: boolean;
            isJson: boolean;
            isMarkdown: boolean;
            isPdf: boolean;
            isRoutine: boolean;
            isSqlite: boolean;
            isTextual: boolean;
            isTsv: boolean;
            isVideo: boolean;
            isZopage: boolean;
            kind: components["schemas"]["FileKind"];
            mediaType?: string;
            mtimeMs: number;
            next?: string;
            root: ("w" | "s") | string;
            sheets: components["schemas"]["Sheet"][] | null;
            tableColumns: string[] | null;
            tableData: string[][] | null;
            urlSlug: string[];
            zopageInfo: null;
            zoSiteConfig: components["schemas"]["SiteConfig"] | null;
        };
        OutboxMessage: {
            answers_id: string | null;
            bytes: number;
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "telegram";
            conversation_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            direction: "in" | "out";
            files: string[];
            /** Format: uuid */
            id: string;
            peer: string;
            preview: string;
            /** @enum {string} */
            state: "arrived" | "received" | "held" | "ignored" | "bounce" | "queued" | "kept" | "sent" | "failed";
            subject: string;
            why: string | null;
        };
        OutboxMessageDetail: {
            answers_id: string | null;
            body: string;
            bytes: number;
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "telegram";
            conversation_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            direction: "in" | "out";
            files: string[];
            headers: string | null;
            html: string | null;
            /** Format: uuid */
            id: string;
            peer: string;
            preview: string;
            replies: components["schemas"]["OutboxMessage"][];
            /** @enum {string} */
            state: "arrived" | "received" | "held" | "ignored" | "bounce" | "queued" | "kept" | "sent" | "failed";
            subject: string;
            why: string | null;
        };
        OutboxMessages: {
            items: components["schemas"]["OutboxMessage"][];
            next: string | null;
        };
        PairedMachine: {
            /** Format: uuid */
            machine_id: string;
            token: string;
        };
        Part: {
            text: string;
            /** @constant */
            type: "text";
        } | {
            text: string;
            /** @constant */
            type: "reasoning";
        } | components["schemas"]["ToolPart"] | {
            before_step: number | null;
            kept_calls?: number;
            text: string;
            /** @constant */
            type: "summary";
        } | {
            attachments: components["schemas"]["Attachment"][];
            chats?: components["schemas"]["ChatRef"][];
            files: components["schemas"]["FileRef"][];
            /** Format: uuid */
            id: string;
            text: string;
            /** @constant */
            type: "steer";
        };
        People: {
            people: {
                full_name: string | null;
                handle: string;
                /** Format: uuid */
                id: string;
                is_owner: boolean;
            }[];
        };
        /** @enum {string} */
        Plan: "free" | "paid";
        Preference: {
            reasoning?: {
                /** @constant */
                kind: "level";
                /** @enum {string} */
                level: "none" | "minimal" | "low" | "medium" | "high" | "xhigh";
            } | {
                /** @constant */
                kind: "budget_tokens";
                tokens: number;
            };
            value: string | null;
            /** @enum {string} */
            verbosity?: "low" | "medium" | "high";
        };
        ProbeResult: {
            latency_ms: number | null;
            message: string;
            models: string[];
            ok: boolean;
            streaming: boolean;
            tools: boolean;
        };
        Provider: {
            base_url: string | null;
            /** Format: date-time */
            created_at: string;
            enabled: boolean;
            has_key: boolean;
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ProviderKind"];
            label: string;
            models: {
                context_window: number | null;
                label: string;
                patience_seconds: number | null;
                price: {
                    input: number;
                    output: number;
                } | null;
                sees: boolean | null;
                slug: string;
                vision: boolean;
            }[];
        };
        /** @enum {string} */
        ProviderKind: "openai" | "anthropic" | "google" | "xai" | "openai-compatible" | "ollama";
        ProviderShare: {
            models: string[] | null;
            people: string[] | null;
            /** Format: uuid */
            provider_id: string;
        };
        PushDevice: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        PushDevices: {
            devices: components["schemas"]["PushDevice"][];
            public_key: string;
        };
        QueuedMessage: {
            attachments: components["schemas"]["Attachment"][];
            chats?: components["schemas"]["ChatRef"][];
            files: components["schemas"]["FileRef"][];
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "steer" | "after" | "held";
            text: string;
        };
        Reasoning: {
            /** @constant */
            kind: "levels";
            levels: {
                label: string;
                /** @enum {string} */
                value: "none" | "minimal" | "low" | "medium" | "high" | "xhigh";
            }[];
        } | {
            /** @constant */
            kind: "token_budget";
            max_tokens: number;
            min_tokens: number;
        };
        Receipt: {
            acts?: {
                /** @enum {string} */
                kind: "mail" | "text" | "schedule" | "app" | "program" | "machine";
                name: string;
                unknown: boolean;
                what: string;
            }[];
            commands: (string | {
                cmd: string;
                delete_count?: number;
                exit_code: number | null;
                would_delete?: string[];
                would_write?: string[];
                write_count?: number;
            })[];
            cost_usd?: number;
            duration_ms: number;
            files: {
                /** @enum {string} */
                change: "created" | "modified" | "deleted" | "moved";
                from?: components["schemas"]["Location"];
                /** @enum {string} */
                kind?: "file" | "folder" | "link";
                path: string[];
                /** @enum {string} */
                root: "w" | "s";
                /** @enum {string} */
                runs?: "by-name" | "by-itself";
            }[];
            /** @constant */
            files_unknown?: true;
            hosts?: {
                bytes_in: number;
                bytes_out: number;
                host: string;
                refused: boolean;
            }[];
            media?: {
                images: number;
                seconds: number;
                videos?: number;
            };
            more_files?: number;
            tokens: {
                input: number;
                output: number;
                total: number;
            };
            /** @enum {string} */
            undo: "available" | "done" | "none";
        };
        Rehearsal: {
            /** Format: uuid */
            conversation_id: string;
            cost: number | null;
            effects: components["schemas"]["RehearsedEffect"][];
            error: string | null;
            more: components["schemas"]["MoreRehearsedEffects"][];
            /** Format: uuid */
            run_id: string;
            status: components["schemas"]["RunStatus"];
            usual_cost: number | null;
            usual_runs: number;
        };
        RehearsedEffect: {
            asks: boolean;
            failed: boolean;
            /** @enum {string} */
            kind: "read" | "write" | "delete" | "run" | "reach" | "send" | "ask" | "make" | "schedule" | "app" | "work" | "wake";
            ran: boolean;
            tool: string;
            what: string;
            when: ("failed" | "changed") | null;
        };
        ReplacedFile: {
            code?: string;
            error?: string;
            hash?: string;
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
        };
        RestoredFolder: {
            left: {
                path: string[];
                /** @enum {string} */
                root: "w" | "s";
                /** @enum {string} */
                why: "changed-since" | "not-kept" | "failed";
            }[];
            leftCount: number;
            restored: number;
            undo: string;
        };
        RestoreResult: {
            error?: string;
            folderMade?: boolean;
            name: string;
            origin?: components["schemas"]["AnyLocation"];
            to?: components["schemas"]["AnyLocation"];
        };
        Routine: {
            armed: {
                has_secret: boolean;
                hash: string;
                inputs: {
                    [key: string]: string;
                };
                next: string[];
                paused: boolean;
                /** Format: uuid */
                schedule_id: string;
                webhook: boolean;
            } | null;
            description: string;
            file_path: string;
            id: string;
            inputs: components["schemas"]["RoutineInput"][];
            instruction: string;
            problem: string | null;
            proposed: {
                budget: number | null;
                file: string | null;
                hash: string;
                mail: string | null;
                next: string[];
                problem: string | null;
                rrule: string;
                steps: components["schemas"]["RoutineStep"][];
                webhook: boolean;
                zone: string;
            } | null;
            steps: components["schemas"]["RoutineStep"][];
            steps_problem: string | null;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        RoutineInput: {
            description: string;
            name: string;
        };
        RoutineStep: {
            script: string;
        } | {
            ask: string;
            /** @enum {string} */
            when: "failed" | "changed" | "always";
        };
        /** @description Data of each kind of event */
        RunEvents: {
            provisional: {
                message_id: string;
                seq: number;
                text: string;
                /** @enum {string} */
                type: "text" | "reasoning";
            };
            "reasoning.delta": {
                message_id: string;
                text: string;
            };
            "run.end": {
                error?: string;
                receipt?: components["schemas"]["Receipt"];
                status: components["schemas"]["RunStatus"];
            };
            "run.resumed": {
                attempt: number;
            };
            "run.started": {
                message_id: string;
                model: string;
                zofile?: components["schemas"]["AnsweredAs"];
            };
            steer: {
                attachments: components["schemas"]["Attachment"][];
                chats?: components["schemas"]["ChatRef"][];
                files: components["schemas"]["FileRef"][];
                /** Format: uuid */
                id: string;
                text: string;
            };
            "step.end": {
                usage: {
                    input: number;
                    output: number;
                    total: number;
                };
            };
            summary: {
                before_step: number | null;
                kept_calls?: number;
                text: string;
            };
            "text.delta": {
                message_id: string;
                text: string;
            };
            "tool.approval": {
                approval_id: string;
                args: unknown;
                call_id: string;
                files?: string[];
                hosts?: string[];
                reason: string;
                texts?: components["schemas"]["ApprovalText"][];
                /** Format: date-time */
                until?: string;
            };
            "tool.end": {
                call_id: string;
                duration_ms: number;
                result: components["schemas"]["ToolResult"];
                state: components["schemas"]["ToolState"];
            };
            "tool.output": {
                call_id: string;
                /** @enum {string} */
                stream: "stdout" | "stderr";
                text: string;
            };
            "tool.running": {
                call_id: string;
            };
            "tool.start": {
                args: unknown;
                call_id: string;
                started_at: string;
                tool: string;
            };
            "tool.sub_run": {
                call_id: string;
                event?: {
                    data: {
                        args: unknown;
                        call_id: string;
                        started_at: string;
                        tool: string;
                    };
                    /** @constant */
                    type: "tool.start";
                } | {
                    data: {
                        approval_id: string;
                        args: unknown;
                        call_id: string;
                        files?: string[];
                        hosts?: string[];
                        reason: string;
                        texts?: components["schemas"]["ApprovalText"][];
                        /** Format: date-time */
                        until?: string;
                    };
                    /** @constant */
                    type: "tool.approval";
                } | {
                    data: {
                        call_id: string;
                    };
                    /** @constant */
                    type: "tool.running";
                } | {
                    data: {
                        call_id: string;
                        duration_ms: number;
                        result: components["schemas"]["ToolResult"];
                        state: components["schemas"]["ToolState"];
                    };
                    /** @constant */
                    type: "tool.end";
                };
                run_id: string;
                seq: number;
            };
        };
        /** @enum {string} */
        RunStatus: "running" | "waiting" | "complete" | "stopped" | "failed" | "interrupted";
        SavedArticle: {
            images: {
                missing: number;
                saved: number;
            };
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
            title: string;
        };
        SavedWebImage: components["schemas"]["Location"];
        Schedule: {
            budget: number | null;
            /** Format: date-time */
            created_at: string;
            file: string | null;
            grace_s: number;
            has_secret: boolean;
            /** Format: uuid */
            id: string;
            instruction: string;
            last: components["schemas"]["Occurrence"] | null;
            mail: string | null;
            /** @enum {string} */
            misfire: "once" | "skip" | "all";
            next: string[];
            /** @enum {string} */
            overlap: "skip" | "queue" | "allow";
            paused_at: string | null;
            paused_why: string | null;
            routine_id: string | null;
            rrule: string;
            starts_at: string;
            tainted: boolean;
            title: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
            webhook: boolean;
            zofile_id: string | null;
            zone: string;
        };
        ScheduleCalendar: {
            items: {
                /** Format: date-time */
                at: string;
                conversation_id: string | null;
                /** Format: uuid */
                schedule_id: string;
                state: ("queued" | "due" | "started" | "parked" | "done" | "failed" | "missed" | "skipped") | null;
            }[];
            more: boolean;
            often: string[];
        };
        ScheduleHistory: {
            items: components["schemas"]["Occurrence"][];
            next: string | null;
        };
        SchedulePreview: {
            next: string[];
            problem: string | null;
        };
        ScriptResult: {
            duration_ms: number;
            exit_code: number | null;
            output: string;
            script: string;
        };
        SearchConnection: {
            base_url: string | null;
            has_key: boolean;
            kind: components["schemas"]["SearchKind"];
            price: number | null;
        };
        SearchHit: {
            isDirectory: boolean;
            line?: number;
            path: string[];
            /** @enum {string} */
            root: "w" | "s";
            text?: string;
        };
        /** @enum {string} */
        SearchKind: "searxng" | "brave" | "tavily" | "exa";
        SearchTest: {
            images: boolean;
            message: string;
            ok: boolean;
        };
        SendingLine: {
            bytes: number;
            results?: components["schemas"]["SentItem"][];
            total: number;
        };
        Sent: {
            /** Format: uuid */
            assistant_message_id: string;
            /** Format: uuid */
            conversation_id: string;
            /** Format: uuid */
            message_id: string;
            /** Format: uuid */
            run_id: string;
        };
        SentItem: {
            code?: string;
            error?: string;
            leftOut?: number;
            path: string[];
            root: ("w" | "s") | string;
            to?: components["schemas"]["AnyLocation"];
        };
        Session: {
            /** Format: date-time */
            created_at: string;
            current: boolean;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_seen_at: string;
            user_agent: string;
        };
        Settings: {
            favourites: {
                isDirectory: boolean;
                path: string[];
                /** @enum {string} */
                root: "w" | "s";
            }[];
            layout: {
                focused: number;
                panes: {
                    active: number;
                    tabs: {
                        path: string[];
                        /** @enum {string} */
                        root: "w" | "s";
                    }[];
                }[];
            } | null;
            listing_columns: ("modified" | "size" | "kind" | "created")[];
            /** @enum {string} */
            note_view: "rich" | "raw";
            show_dotfiles: boolean;
            theme: components["schemas"]["Theme"];
        };
        Setup: {
            claimed: boolean;
            computer_domain: string;
            mail_domain: string;
            product: string;
            /** @enum {string} */
            signup: "closed" | "invitation" | "open";
        };
        Share: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
        };
        SharedChat: {
            /** Format: date-time */
            expires_at: string;
            is_cut: boolean;
            messages: components["schemas"]["SharedMessage"][];
            /** Format: date-time */
            shared_at: string;
            title: string | null;
        };
        SharedMessage: {
            carried: string[];
            parts: ({
                text: string;
                /** @constant */
                type: "text";
            } | {
                text: string;
                /** @constant */
                type: "steer";
            } | {
                /** @constant */
                failed?: true;
                tool: string;
                /** @constant */
                type: "tool";
            })[];
            /** @enum {string} */
            role: "user" | "assistant";
        };
        Sheet: {
            columns: string[];
            data: string[][];
            name: string;
        };
        ShownFile: {
            /** @enum {string} */
            as: "whole" | "part" | "picture" | "pages" | "folder" | "named";
            note?: string;
            path: string;
            tokens: number;
        };
        SiteConfig: {
            local_port: number;
            publish: {
                entrypoint: string;
                /** @default {} */
                env: {
                    [key: string]: string;
                };
                label: string;
                /** @enum {string} */
                type: "http" | "tcp" | "process";
            };
        };
        /** @enum {string} */
        SourceKind: "network" | "web" | "upload" | "article" | "paste" | "chat" | "recording" | "program" | "mcp" | "app" | "machine" | "mail" | "sms" | "unknown";
        Stats: {
            arch: string;
            /** Format: date-time */
            boot_time: string;
            /** Format: date-time */
            collected_at: string;
            cpu: {
                frequency: {
                    current_mhz?: number;
                };
                logical_cpus: number;
                physical_cores: number;
                usage_percent: number;
            };
            disks: {
                free_gb: number;
                mount: string;
                percent: number;
                total_gb: number;
                used_gb: number;
            }[];
            memory: {
                free_gb: number;
                percent: number;
                total_gb: number;
                used_gb: number;
            };
            network: {
                received_bytes: number;
                sent_bytes: number;
            };
            os: string;
            os_version: string;
            uptime_seconds: number;
        };
        TableColumn: {
            name: string;
            /** @enum {string} */
            type: "text" | "number" | "time";
        };
        TableRow: {
            cells: string[];
            number: number;
        };
        TelegramPairing: {
            code: string;
            /** Format: uri */
            link: string;
            minutes: number;
        };
        Terminal: {
            cols: number;
            /** Format: date-time */
            created_at: string;
            cwd: string;
            id: string;
            machine: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            name: string;
            program: string;
            rows: number;
            running: boolean;
            title: string;
        };
        Theme: {
            custom: {
                dark?: {
                    accent: number;
                    chroma: number;
                    depth?: number;
                    hue: number;
                    tint: number;
                };
                light?: {
                    accent: number;
                    chroma: number;
                    depth?: number;
                    hue: number;
                    tint: number;
                };
            } | null;
            /** @enum {string} */
            mode: "light" | "dark" | "system";
            preset: string;
        };
        ToolPart: {
            approval?: {
                files?: string[];
                hosts?: string[];
                id: string;
                reason: string;
                texts?: components["schemas"]["ApprovalText"][];
                /** Format: date-time */
                until?: string;
            };
            args: unknown;
            call_id: string;
            duration_ms?: number;
            output?: string;
            result?: components["schemas"]["ToolResult"];
            started_at?: string;
            state: components["schemas"]["ToolState"];
            sub_run?: {
                parts: components["schemas"]["CallPart"][];
                run_id: string;
                seq: number;
            };
            tool: string;
            /** @constant */
            type: "tool";
        };
        ToolResult: {
            /** @enum {string} */
            code?: "unanswered";
            picture?: components["schemas"]["CallPicture"];
            pictures?: number;
            sources?: components["schemas"]["WebSource"][];
            text: string;
            /** @constant */
            type: "text";
            unreached?: string[];
        } | {
            items: string[];
            sources?: components["schemas"]["WebSource"][];
            /** @constant */
            type: "list";
            unreached?: string[];
        } | {
            label: string;
            media_type: string;
            note?: string;
            path: string;
            pictures?: number;
            /** @constant */
            type: "file_ref";
        } | {
            data: string;
            media_type: string;
            /** @constant */
            type: "binary";
        } | {
            code?: string;
            message: string;
            /** @constant */
            type: "error";
        };
        /** @enum {string} */
        ToolState: "pending" | "approval" | "running" | "done" | "error" | "denied";
        /** @description Data of each kind of event */
        TranscribeEvents: {
            error: {
                detail: string;
            };
            TranscribeCompleteEvent: {
                duration?: number;
                language?: string;
                lines: number;
                path: string;
            };
            TranscribeProgressEvent: {
                progress: number;
            };
            TranscribeStartEvent: {
                duration?: number;
                parts: number;
            };
        };
        /** @enum {string} */
        TrustMode: "ask_more" | "balanced" | "let_it_work";
        TrustModes: {
            modes: components["schemas"]["ChosenMode"][];
        };
        Undone: {
            kept: {
                path: string[];
                reason: string;
                /** @enum {string} */
                root: "w" | "s";
            }[];
            kept_count: number;
            restored: number;
            /** @enum {string} */
            undo: "available" | "done";
        };
        UnreadableText: {
            file_path: string;
            name: string;
            problem: string;
        };
        Upload: {
            chunkSizeBytes: number;
            /** Format: date-time */
            createdAt: string;
            fileName: string;
            pathParts: string[];
            received: number[];
            root: ("w" | "s") | string;
            totalBytes: number;
            /** Format: uuid */
            uploadId: string;
        };
        WaitingText: {
            file_path: string;
            hash: string;
            /** @enum {string} */
            kind: "guide" | "fact" | "skill";
            source: components["schemas"]["SourceKind"];
            title: string;
        };
        WebSource: {
            passage: string;
            title: string;
            url: string;
        };
        Zofile: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            image: string | null;
            name: string;
            prompt: string;
            /** Format: date-time */
            updated_at: string;
        };
    };
    responses: {
        /** @description A problem (RFC 9457) */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    code: string;
                    detail: string;
                    status: number;
                    title: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ActiveRun = components['schemas']['ActiveRun'];
export type ActiveZofiles = components['schemas']['ActiveZofiles'];
export type Allowance = components['schemas']['Allowance'];
export type AnsweredAs = components['schemas']['AnsweredAs'];
export type AnyLocation = components['schemas']['AnyLocation'];
export type ApiToken = components['schemas']['ApiToken'];
export type AppClient = components['schemas']['AppClient'];
export type ApprovalText = components['schemas']['ApprovalText'];
export type ArchiveEntry = components['schemas']['ArchiveEntry'];
export type AskedBy = components['schemas']['AskedBy'];
export type Attachment = components['schemas']['Attachment'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type CallPart = components['schemas']['CallPart'];
export type CallPicture = components['schemas']['CallPicture'];
export type Channels = components['schemas']['Channels'];
export type ChatFolder = components['schemas']['ChatFolder'];
export type ChatRef = components['schemas']['ChatRef'];
export type ChosenMode = components['schemas']['ChosenMode'];
export type ChosenPlan = components['schemas']['ChosenPlan'];
export type Columns = components['schemas']['Columns'];
export type Computer = components['schemas']['Computer'];
export type ConnectedApp = components['schemas']['ConnectedApp'];
export type ConnectedAppTool = components['schemas']['ConnectedAppTool'];
export type ConnectedProgram = components['schemas']['ConnectedProgram'];
export type ContentAddress = components['schemas']['ContentAddress'];
export type ContentOrigins = components['schemas']['ContentOrigins'];
export type ContextKind = components['schemas']['ContextKind'];
export type ContextPart = components['schemas']['ContextPart'];
export type ContextReceipt = components['schemas']['ContextReceipt'];
export type Conversation = components['schemas']['Conversation'];
export type ConversationData = components['schemas']['ConversationData'];
export type ConvertedFile = components['schemas']['ConvertedFile'];
export type DeletedFile = components['schemas']['DeletedFile'];
export type Dictated = components['schemas']['Dictated'];
export type DriveFile = components['schemas']['DriveFile'];
export type FileHits = components['schemas']['FileHits'];
export type FileKind = components['schemas']['FileKind'];
export type FileMade = components['schemas']['FileMade'];
export type FileRef = components['schemas']['FileRef'];
export type FileSource = components['schemas']['FileSource'];
export type FileVersion = components['schemas']['FileVersion'];
export type FolderFile = components['schemas']['FolderFile'];
export type FolderMoment = components['schemas']['FolderMoment'];
export type Found = components['schemas']['Found'];
export type FoundLine = components['schemas']['FoundLine'];
export type GrantedHost = components['schemas']['GrantedHost'];
export type GrantedHosts = components['schemas']['GrantedHosts'];
export type Hit = components['schemas']['Hit'];
export type HitsLeftOut = components['schemas']['HitsLeftOut'];
export type Hook = components['schemas']['Hook'];
export type HookCall = components['schemas']['HookCall'];
export type ImportedChats = components['schemas']['ImportedChats'];
export type InstallationHealth = components['schemas']['InstallationHealth'];
export type Invitation = components['schemas']['Invitation'];
export type Item = components['schemas']['Item'];
export type ItemResult = components['schemas']['ItemResult'];
export type KnownSender = components['schemas']['KnownSender'];
export type KnownSenders = components['schemas']['KnownSenders'];
export type ListedSkill = components['schemas']['ListedSkill'];
export type ListedTool = components['schemas']['ListedTool'];
export type LiveMessage = components['schemas']['LiveMessage'];
export type LiveRequest = components['schemas']['LiveRequest'];
export type Location = components['schemas']['Location'];
export type Machine = components['schemas']['Machine'];
export type MachineCode = components['schemas']['MachineCode'];
export type MailServer = components['schemas']['MailServer'];
export type McpMessage = components['schemas']['McpMessage'];
export type McpServer = components['schemas']['McpServer'];
export type McpServerTool = components['schemas']['McpServerTool'];
export type Me = components['schemas']['Me'];
export type MediaModel = components['schemas']['MediaModel'];
export type MediaTask = components['schemas']['MediaTask'];
export type MediaTest = components['schemas']['MediaTest'];
export type Memory = components['schemas']['Memory'];
export type MemoryFact = components['schemas']['MemoryFact'];
export type Message = components['schemas']['Message'];
export type MessageEvents = components['schemas']['MessageEvents'];
export type ModelEntry = components['schemas']['ModelEntry'];
export type MoreRehearsedEffects = components['schemas']['MoreRehearsedEffects'];
export type NewShare = components['schemas']['NewShare'];
export type NotionPage = components['schemas']['NotionPage'];
export type OAuthCaller = components['schemas']['OAuthCaller'];
export type Occurrence = components['schemas']['Occurrence'];
export type OpenFile = components['schemas']['OpenFile'];
export type OutboxMessage = components['schemas']['OutboxMessage'];
export type OutboxMessageDetail = components['schemas']['OutboxMessageDetail'];
export type OutboxMessages = components['schemas']['OutboxMessages'];
export type PairedMachine = components['schemas']['PairedMachine'];
export type Part = components['schemas']['Part'];
export type People = components['schemas']['People'];
export type Plan = components['schemas']['Plan'];
export type Preference = components['schemas']['Preference'];
export type ProbeResult = components['schemas']['ProbeResult'];
export type Provider = components['schemas']['Provider'];
export type ProviderKind = components['schemas']['ProviderKind'];
export type ProviderShare = components['schemas']['ProviderShare'];
export type PushDevice = components['schemas']['PushDevice'];
export type PushDevices = components['schemas']['PushDevices'];
export type QueuedMessage = components['schemas']['QueuedMessage'];
export type Reasoning = components['schemas']['Reasoning'];
export type Receipt = components['schemas']['Receipt'];
export type Rehearsal = components['schemas']['Rehearsal'];
export type RehearsedEffect = components['schemas']['RehearsedEffect'];
export type ReplacedFile = components['schemas']['ReplacedFile'];
export type RestoredFolder = components['schemas']['RestoredFolder'];
export type RestoreResult = components['schemas']['RestoreResult'];
export type Routine = components['schemas']['Routine'];
export type RoutineInput = components['schemas']['RoutineInput'];
export type RoutineStep = components['schemas']['RoutineStep'];
export type RunEvents = components['schemas']['RunEvents'];
export type RunStatus = components['schemas']['RunStatus'];
export type SavedArticle = components['schemas']['SavedArticle'];
export type SavedWebImage = components['schemas']['SavedWebImage'];
export type Schedule = components['schemas']['Schedule'];
export type ScheduleCalendar = components['schemas']['ScheduleCalendar'];
export type ScheduleHistory = components['schemas']['ScheduleHistory'];
export type SchedulePreview = components['schemas']['SchedulePreview'];
export type ScriptResult = components['schemas']['ScriptResult'];
export type SearchConnection = components['schemas']['SearchConnection'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchKind = components['schemas']['SearchKind'];
export type SearchTest = components['schemas']['SearchTest'];
export type SendingLine = components['schemas']['SendingLine'];
export type Sent = components['schemas']['Sent'];
export type SentItem = components['schemas']['SentItem'];
export type Session = components['schemas']['Session'];
export type Settings = components['schemas']['Settings'];
export type Setup = components['schemas']['Setup'];
export type Share = components['schemas']['Share'];
export type SharedChat = components['schemas']['SharedChat'];
export type SharedMessage = components['schemas']['SharedMessage'];
export type Sheet = components['schemas']['Sheet'];
export type ShownFile = components['schemas']['ShownFile'];
export type SiteConfig = components['schemas']['SiteConfig'];
export type SourceKind = components['schemas']['SourceKind'];
export type Stats = components['schemas']['Stats'];
export type TableColumn = components['schemas']['TableColumn'];
export type TableRow = components['schemas']['TableRow'];
export type TelegramPairing = components['schemas']['TelegramPairing'];
export type Terminal = components['schemas']['Terminal'];
export type Theme = components['schemas']['Theme'];
export type ToolPart = components['schemas']['ToolPart'];
export type ToolResult = components['schemas']['ToolResult'];
export type ToolState = components['schemas']['ToolState'];
export type TranscribeEvents = components['schemas']['TranscribeEvents'];
export type TrustMode = components['schemas']['TrustMode'];
export type TrustModes = components['schemas']['TrustModes'];
export type Undone = components['schemas']['Undone'];
export type UnreadableText = components['schemas']['UnreadableText'];
export type Upload = components['schemas']['Upload'];
export type WaitingText = components['schemas']['WaitingText'];
export type WebSource = components['schemas']['WebSource'];
export type Zofile = components['schemas']['Zofile'];
export type ResponseProblem = components['responses']['Problem'];
export interface operations {
    "SignUp.invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    "SignUp.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Users.everyone": {
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
                    "application/json": components["schemas"]["People"];
                };
            };
        };
    };
    "SignUp.listInvitations": {
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
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                        /** @enum {string} */
                        mode: "closed" | "invitation" | "open";
                    };
                };
            };
        };
    };
    "SignUp.setMode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    mode: "closed" | "invitation" | "open";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        mode: "closed" | "invitation" | "open";
                    };
                };
            };
        };
    };
    "Allowances.list": {
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
                    "application/json": {
                        allowances: components["schemas"]["Allowance"][];
                    };
                };
            };
        };
    };
    "Allowances.people": {
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
                    "application/json": {
                        allowances: components["schemas"]["Allowance"][];
                    };
                };
            };
        };
    };
    "Allowances.setForPerson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    day_cents: number | null;
                    day_tokens: number | null;
                    month_cents: number | null;
                    month_tokens: number | null;
                    person_id: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Allowances.setForPersona": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    day_cents: number | null;
                    day_tokens: number | null;
                    month_cents: number | null;
                    month_tokens: number | null;
                    /** Format: uuid */
                    zofile_id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ApprovalLinks.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
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
                    "text/html": string;
                };
            };
        };
    };
    "ApprovalLinks.answer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
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
                    "text/html": string;
                };
            };
        };
    };
    "Articles.save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedArticle"];
                };
            };
        };
    };
    "Audit.list": {
        parameters: {
            query?: {
                before?: number;
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
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        next_before: number | null;
                    };
                };
            };
        };
    };
    "SignUp.claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @default  */
                    full_name?: string;
                    /** @default  */
                    handle?: string;
                    password: string;
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    "Users.me": {
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
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    "Users.changeProfile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    full_name?: string;
                    picture?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    "NewPassword.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    "Users.changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current: string;
                    next: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "SignUp.listSessions": {
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
                    "application/json": {
                        sessions: components["schemas"]["Session"][];
                    };
                };
            };
        };
    };
    "SignUp.endSession": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "SignUp.setup": {
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
                    "application/json": components["schemas"]["Setup"];
                };
            };
        };
    };
    "SignUp.signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    "SignUp.signOut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "SignUp.signUp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @default  */
                    full_name?: string;
                    /** @default  */
                    handle?: string;
                    invitation?: string;
                    password: string;
                    referrer?: string;
                    /** @enum {string} */
                    src?: "chat" | "stats" | "files";
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    "Channels.get": {
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
                    "application/json": components["schemas"]["Channels"];
                };
            };
        };
    };
    "Channels.setAskedBy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    details?: boolean;
                    email?: boolean;
                    push?: boolean;
                    sms?: boolean;
                    telegram?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Devices.list": {
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
                    "application/json": components["schemas"]["PushDevices"];
                };
            };
        };
    };
    "Devices.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    subscription: {
                        /** Format: uri */
                        endpoint: string;
                        keys: {
                            auth: string;
                            p256dh: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushDevices"];
                };
            };
        };
    };
    "Devices.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Devices.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Channels.setServer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    host: string;
                    password?: string;
                    port: number;
                    secure: boolean;
                    /** @default  */
                    username?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Channels.removeServer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Phones.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    number: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Phones.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Phones.prove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Channels.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                    /**
                     * @default email
                     * @enum {string}
                     */
                    channel?: "email" | "sms";
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownSenders"];
                };
            };
        };
    };
    "Channels.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Telegram.begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelegramPairing"];
                };
            };
        };
    };
    "Telegram.unpair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Telegram.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Telegram.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Computers.view": {
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
                    "application/json": components["schemas"]["Computer"];
                };
            };
        };
    };
    "Computers.wake": {
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
                    "application/json": components["schemas"]["Computer"];
                };
            };
        };
    };
    "Connections.list": {
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
                    "application/json": components["schemas"]["ConnectedApp"][];
                };
            };
        };
    };
    "Connections.disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
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
                    "application/json": {
                        /** @enum {string} */
                        grant: "ended" | "unconfirmed" | "shared";
                    };
                };
            };
        };
    };
    "Connections.connect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    writing?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uri */
                        url: string;
                    };
                };
            };
        };
    };
    "AppTools.switch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reading?: boolean;
                    writing?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Connections.callback": {
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
                    "text/html": string;
                };
            };
        };
    };
    "AppClients.list": {
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
                    "application/json": components["schemas"]["AppClient"][];
                };
            };
        };
    };
    "AppClients.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client_id: string;
                    client_secret: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "AppClients.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Drive.list": {
        parameters: {
            query?: {
                folder_id?: string;
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
                    "application/json": {
                        complete: boolean;
                        files: components["schemas"]["DriveFile"][];
                    };
                };
            };
        };
    };
    "Drive.import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    file_id: string;
                    filename: string;
                    mime_type: string;
                    target_path: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filename: string;
                    };
                };
            };
        };
    };
    "Notion.import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    page_id: string;
                    target_path: string;
                    title: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filename: string;
                        report: string | null;
                    };
                };
            };
        };
    };
    "Notion.list": {
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
                    "application/json": {
                        complete: boolean;
                        pages: components["schemas"]["NotionPage"][];
                    };
                };
            };
        };
    };
    "Content.get": {
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
                    "application/octet-stream": string;
                };
            };
        };
    };
    "Content.head": {
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
                    "application/octet-stream": string;
                };
            };
        };
    };
    "Conversations.list": {
        parameters: {
            query?: {
                cursor?: string;
                folder?: string;
                pinned?: "true" | "false";
                q?: string;
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
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    "Conversations.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    "Conversations.open": {
        parameters: {
            query?: {
                before?: string;
                branches?: "shown" | "all";
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["ConversationData"];
                };
            };
        };
    };
    "Conversations.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Conversations.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    folder?: string | null;
                    /** Format: uuid */
                    leaf_id?: string;
                    pinned?: boolean;
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    "Conversations.find": {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": {
                        has_more: boolean;
                        message_ids: string[];
                    };
                };
            };
        };
    };
    "Conversations.fork": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    message_id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    "Messages.send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string | "new";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    answer_to?: string;
                    /** @default [] */
                    attachments?: {
                        charCount: number;
                        content: string;
                        createdAt: string | number;
                        id: string;
                        /** @constant */
                        kind: "text";
                        lineCount: number;
                        path?: string;
                        title: string;
                    }[];
                    /** @default [] */
                    chats?: {
                        /** Format: uuid */
                        id: string;
                        title: string;
                    }[];
                    /** @default [] */
                    files?: {
                        id: string;
                        path: string;
                    }[];
                    /** Format: uuid */
                    id?: string;
                    model?: string;
                    parent_id?: string | null;
                    settings?: {
                        reasoning?: {
                            /** @constant */
                            kind: "level";
                            /** @enum {string} */
                            level: "none" | "minimal" | "low" | "medium" | "high" | "xhigh";
                        } | {
                            /** @constant */
                            kind: "budget_tokens";
                            tokens: number;
                        };
                        /** @enum {string} */
                        verbosity?: "low" | "medium" | "high";
                    };
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sent"];
                };
            };
        };
    };
    "Messages.sendAndFollow": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string | "new";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    answer_to?: string;
                    /** @default [] */
                    attachments?: {
                        charCount: number;
                        content: string;
                        createdAt: string | number;
                        id: string;
                        /** @constant */
                        kind: "text";
                        lineCount: number;
                        path?: string;
                        title: string;
                    }[];
                    /** @default [] */
                    chats?: {
                        /** Format: uuid */
                        id: string;
                        title: string;
                    }[];
                    /** @default [] */
                    files?: {
                        id: string;
                        path: string;
                    }[];
                    /** Format: uuid */
                    id?: string;
                    model?: string;
                    parent_id?: string | null;
                    settings?: {
                        reasoning?: {
                            /** @constant */
                            kind: "level";
                            /** @enum {string} */
                            level: "none" | "minimal" | "low" | "medium" | "high" | "xhigh";
                        } | {
                            /** @constant */
                            kind: "budget_tokens";
                            tokens: number;
                        };
                        /** @enum {string} */
                        verbosity?: "low" | "medium" | "high";
                    };
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["MessageEvents"];
                };
            };
        };
    };
    "Queue.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    attachments?: {
                        charCount: number;
                        content: string;
                        createdAt: string | number;
                        id: string;
                        /** @constant */
                        kind: "text";
                        lineCount: number;
                        path?: string;
                        title: string;
                    }[];
                    /** @default [] */
                    chats?: {
                        /** Format: uuid */
                        id: string;
                        title: string;
                    }[];
                    /** @default [] */
                    files?: {
                        id: string;
                        path: string;
                    }[];
                    /** Format: uuid */
                    id?: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedMessage"];
                };
            };
        };
    };
    "Queue.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                message: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Queue.sendNow": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                message: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Shares.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": {
                        shares: components["schemas"]["Share"][];
                    };
                };
            };
        };
    };
    "Shares.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    days: number;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewShare"];
                };
            };
        };
    };
    "Shares.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                share: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Conversations.byFile": {
        parameters: {
            query: {
                file_path: string;
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
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                    };
                };
            };
        };
    };
    "Conversations.byMessage": {
        parameters: {
            query: {
                message_id: string;
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
                    "application/json": {
                        conversation_id: string | null;
                    };
                };
            };
        };
    };
    "Conversations.folders": {
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
                    "application/json": {
                        folders: components["schemas"]["ChatFolder"][];
                    };
                };
            };
        };
    };
    "Conversations.renameFolder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    folder: string;
                    to: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chats: number;
                    };
                };
            };
        };
    };
    "ChatImports.import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedChats"];
                };
            };
        };
    };
    "Conversations.provenance": {
        parameters: {
            query: {
                file_path: string;
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
                    "application/json": {
                        made: components["schemas"]["FileMade"] | null;
                    };
                };
            };
        };
    };
    "Conversations.search": {
        parameters: {
            query: {
                q: string;
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
                    "application/json": {
                        results: {
                            conversation: components["schemas"]["Conversation"];
                            snippet: string;
                        }[];
                    };
                };
            };
        };
    };
    "Raw.download": {
        parameters: {
            query: {
                download: "1";
                paths: string;
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
                    "application/octet-stream": string;
                };
            };
        };
    };
    "Uploads.list": {
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
                    "application/json": {
                        limitMb: number | null;
                        uploads: components["schemas"]["Upload"][];
                    };
                };
            };
        };
    };
    "Uploads.status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": {
                        chunkSizeBytes: number;
                        /** Format: date-time */
                        createdAt: string;
                        fileName: string;
                        finalPath: string | null;
                        pathParts: string[];
                        received: number[];
                        root: ("w" | "s") | string;
                        totalBytes: number;
                        /** Format: uuid */
                        uploadId: string;
                    };
                };
            };
        };
    };
    "Uploads.abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    uploadId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Uploads.chunk": {
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
                    "application/json": {
                        received: number;
                    };
                };
            };
        };
    };
    "Uploads.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    chunkSizeBytes: number;
                    /** @enum {string} */
                    clash?: "refuse" | "keep-both";
                    fileName: string;
                    pathParts: string[];
                    totalBytes: number;
                    /** Format: uuid */
                    uploadId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        finalPath: string;
                    };
                };
            };
        };
    };
    "Uploads.init": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default keep-both
                     * @enum {string}
                     */
                    clash?: "refuse" | "keep-both";
                    fileName: string;
                    pathParts: string[];
                    /** @default w */
                    root?: ("w" | "s") | string;
                    totalBytes: number;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chunkSizeBytes: number;
                        received: number[];
                        /** Format: uuid */
                        uploadId: string;
                    };
                };
            };
        };
    };
    "Uploads.putSingle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        finalPath: string;
                    };
                };
            };
        };
    };
    "Raw.get": {
        parameters: {
            query?: {
                download?: "0" | "1";
                thumb?: "320";
                version?: number;
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
                    "application/octet-stream": string;
                };
            };
        };
    };
    "Raw.head": {
        parameters: {
            query?: {
                download?: "0" | "1";
                thumb?: "320";
                version?: number;
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
                    "application/octet-stream": string;
                };
            };
        };
    };
    "Archives.extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string[];
                    paths?: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bytes: number;
                        files: number;
                        folders: number;
                        leftOut: number;
                        to: components["schemas"]["Location"];
                    };
                };
            };
        };
    };
    "Archives.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["ArchiveEntry"][];
                        leftOut: number;
                        more: boolean;
                        total: number;
                    };
                };
            };
        };
    };
    "Content.origins": {
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
                    "application/json": components["schemas"]["ContentOrigins"];
                };
            };
        };
    };
    "Content.open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentAddress"];
                };
            };
        };
    };
    "Convert.convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                    /** @enum {string} */
                    to: "sheet" | "markdown";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConvertedFile"];
                };
            };
        };
    };
    "Tree.copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default refuse
                     * @enum {string}
                     */
                    clash?: "refuse" | "keep-both";
                    items: {
                        path: string[];
                        root: ("w" | "s") | string;
                    }[];
                    target: {
                        path: string[];
                        root: ("w" | "s") | string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ItemResult"][];
                    };
                };
            };
        };
    };
    "Tree.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content?: string;
                    path: string[];
                    root: ("w" | "s") | string;
                    /** @enum {string} */
                    type: "file" | "folder" | "note" | "markdown" | "sheet" | "zoroutine" | "site";
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyLocation"];
                };
            };
        };
    };
    "Trash.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: {
                        path: string[];
                        /** @enum {string} */
                        root: "w" | "s";
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ItemResult"][];
                    };
                };
            };
        };
    };
    "Versions.deleted": {
        parameters: {
            query?: {
                before?: number;
                path?: string;
                root?: "w" | "s";
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
                    "application/json": {
                        files: components["schemas"]["DeletedFile"][];
                        more: boolean;
                    };
                };
            };
        };
    };
    "Trash.empty": {
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
                    "application/json": {
                        removed: number;
                    };
                };
            };
        };
    };
    "Tree.list": {
        parameters: {
            query?: {
                first?: number;
                path?: string;
                root?: ("w" | "s") | string;
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
                    "application/x-ndjson": components["schemas"]["Columns"];
                };
            };
        };
    };
    "Tree.move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default refuse
                     * @enum {string}
                     */
                    clash?: "refuse" | "keep-both";
                    items: {
                        path: string[];
                        root: ("w" | "s") | string;
                    }[];
                    target: {
                        path: string[];
                        root: ("w" | "s") | string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ItemResult"][];
                    };
                };
            };
        };
    };
    "Tree.rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    path: string[];
                    root: ("w" | "s") | string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyLocation"];
                };
            };
        };
    };
    "Replace.replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    files: {
                        edits: {
                            found: string;
                            offset: number;
                            replacement: string;
                        }[];
                        hash: string;
                        path: string[];
                        /** @enum {string} */
                        root: "w" | "s";
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ReplacedFile"][];
                    };
                };
            };
        };
    };
    "Trash.restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    names: string[];
                    /** @default w */
                    root?: ("w" | "s") | string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["RestoreResult"][];
                    };
                };
            };
        };
    };
    "Tables.rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 100 */
                    count?: number;
                    /** @default  */
                    etag?: string;
                    /** @default [] */
                    filters?: {
                        column: number;
                        /** @enum {string} */
                        operator: "contains" | "is" | "isNot" | "less" | "atMost" | "greater" | "atLeast";
                        value: string;
                    }[];
                    /** @default 0 */
                    from?: number;
                    path: string[];
                    /** @default  */
                    query?: string;
                    /** @default false */
                    records?: boolean;
                    /** @enum {string} */
                    root: "w" | "s";
                    /** @default  */
                    sheet?: string;
                    sort?: {
                        column: number;
                        /** @default false */
                        descending?: boolean;
                    };
                    /** @default  */
                    viewer?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        all: number;
                        columnCount: number;
                        columns: components["schemas"]["TableColumn"][];
                        etag: string;
                        isAtLeast: boolean;
                        note: string;
                        rows: components["schemas"]["TableRow"][];
                        sheets: string[];
                        total: number;
                    };
                };
            };
        };
    };
    "Search.find": {
        parameters: {
            query: {
                kind?: "name" | "content";
                limit?: number;
                q: string;
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
                    "application/json": {
                        results: components["schemas"]["SearchHit"][];
                    };
                };
            };
        };
    };
    "Search.everything": {
        parameters: {
            query: {
                by?: "user" | "assistant" | "terminal";
                caseSensitive?: "true" | "false";
                kinds?: string;
                limit?: number;
                lines?: number;
                order?: "best" | "newest" | "name";
                path?: string;
                q: string;
                regex?: "true" | "false";
                root?: "w" | "s";
                since?: number;
                wholeWord?: "true" | "false";
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
                    "application/json": {
                        isIncomplete: boolean;
                        isTimedOut: boolean;
                        results: components["schemas"]["Found"][];
                        total: number;
                    };
                };
            };
        };
    };
    "Replace.hits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    caseSensitive?: boolean;
                    /** @default [] */
                    kinds?: ("directory" | "markdown" | "textual" | "image" | "audio" | "video" | "heic" | "html" | "pdf" | "ebook" | "docx" | "csv" | "tsv" | "excel" | "json" | "sqlite" | "sheet" | "routine" | "zopage" | "binary" | "unknown")[];
                    path?: string[];
                    q: string;
                    /** @default false */
                    regex?: boolean;
                    /** @default  */
                    replacement?: string;
                    /** @enum {string} */
                    root?: "w" | "s";
                    /** @default 0 */
                    since?: number;
                    /** @default false */
                    wholeWord?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: components["schemas"]["FileHits"][];
                        isCut: boolean;
                        leftOut: components["schemas"]["HitsLeftOut"][];
                    };
                };
            };
        };
    };
    "Sizes.measure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: {
                        path: string[];
                        /** @enum {string} */
                        root: "w" | "s";
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bytes: number;
                        files: number;
                        folders: number;
                        isPartial: boolean;
                    };
                };
            };
        };
    };
    "Transfer.transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default refuse
                     * @enum {string}
                     */
                    clash?: "refuse" | "keep-both";
                    items: {
                        path: string[];
                        root: ("w" | "s") | string;
                    }[];
                    target: {
                        path: string[];
                        root: ("w" | "s") | string;
                    };
                    /** @enum {string} */
                    verb: "move" | "copy";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["SendingLine"];
                };
            };
        };
    };
    "Trash.list": {
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
                    "application/json": {
                        entries: {
                            name: string;
                            origin: components["schemas"]["Location"];
                            trashedAt: number;
                        }[];
                    };
                };
            };
        };
    };
    "Trash.trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: {
                        path: string[];
                        root: ("w" | "s") | string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ItemResult"][];
                    };
                };
            };
        };
    };
    "Versions.list": {
        parameters: {
            query?: {
                before?: number;
                path?: string;
                root?: "w" | "s";
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
                    "application/json": {
                        more: boolean;
                        usage: {
                            limitBytes: number;
                            maxFileBytes: number;
                            usedBytes: number;
                        };
                        versions: components["schemas"]["FileVersion"][];
                    };
                };
            };
        };
    };
    "FolderVersions.moments": {
        parameters: {
            query?: {
                before?: number;
                path?: string;
                root?: "w" | "s";
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
                    "application/json": {
                        moments: components["schemas"]["FolderMoment"][];
                        next?: number;
                    };
                };
            };
        };
    };
    "FolderVersions.files": {
        parameters: {
            query: {
                after?: string;
                differing?: string;
                moment: number;
                path?: string;
                root?: "w" | "s";
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
                    "application/json": {
                        files: components["schemas"]["FolderFile"][];
                        next?: string;
                    };
                };
            };
        };
    };
    "FolderVersions.restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    moment: number;
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredFolder"];
                };
            };
        };
    };
    "FolderVersions.undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    undo: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredFolder"];
                };
            };
        };
    };
    "Versions.lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pairs: {
                        after: number;
                        before: number | 0;
                    }[];
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: ({
                            added: number;
                            removed: number;
                        } | null)[];
                    };
                };
            };
        };
    };
    "Versions.restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                    to?: {
                        path: string[];
                        /** @enum {string} */
                        root: "w" | "s";
                    };
                    version: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Location"];
                };
            };
        };
    };
    "Versions.settings": {
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
                    "application/json": {
                        defaultLimitBytes: number;
                        ignored: string[];
                        keepDays: number;
                        limitBytes: number;
                        maxLimitBytes: number;
                        usedBytes: number;
                    };
                };
            };
        };
    };
    "Versions.changeSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ignored?: string[];
                    keepDays?: number;
                    limitBytes?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaultLimitBytes: number;
                        ignored: string[];
                        keepDays: number;
                        limitBytes: number;
                        maxLimitBytes: number;
                        usedBytes: number;
                    };
                };
            };
        };
    };
    "WebImages.save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string[];
                    /** @enum {string} */
                    root: "w" | "s";
                    /** Format: uri */
                    url: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedWebImage"];
                };
            };
        };
    };
    "Tree.write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base: {
                        hash: string;
                    } | {
                        /** @constant */
                        absent: true;
                    } | {
                        /** @constant */
                        any: true;
                    };
                    content?: string;
                    edits?: {
                        found: string;
                        offset: number;
                        replacement: string;
                    }[];
                    path: string[];
                    root: ("w" | "s") | string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hash: string;
                        mtimeMs: number;
                        size: number;
                    };
                };
            };
        };
    };
    "GrantedHosts.list": {
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
                    "application/json": components["schemas"]["GrantedHosts"];
                };
            };
        };
    };
    "GrantedHosts.grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    host: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantedHost"];
                };
            };
        };
    };
    "GrantedHosts.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Users.handle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                text: string;
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
                    "application/json": {
                        available: boolean;
                        handle: string;
                    };
                };
            };
        };
    };
    "Gateway.health": {
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
                    "application/json": components["schemas"]["InstallationHealth"];
                };
            };
        };
    };
    "SmsHook.receive": {
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
                    "text/xml": string;
                };
            };
        };
    };
    "Hooks.call": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookCall"];
                };
            };
        };
    };
    "Machines.list": {
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
                    "application/json": {
                        machines: components["schemas"]["Machine"][];
                    };
                };
            };
        };
    };
    "Machines.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Machines.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    tools?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Machines.code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachineCode"];
                };
            };
        };
    };
    "Machines.pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    folder: string;
                    name: string;
                    /** @enum {string} */
                    platform: "linux" | "macos";
                    shell: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairedMachine"];
                };
            };
        };
    };
    "Machines.program": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hash: string;
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
                    "application/gzip": string;
                };
            };
        };
    };
    "Mcp.listen": {
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
                    "text/event-stream": components["schemas"]["McpMessage"];
                };
            };
        };
    };
    "Mcp.post": {
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
                    "text/event-stream": components["schemas"]["McpMessage"];
                };
            };
        };
    };
    "Mcp.end": {
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
                    "application/json": string;
                };
            };
        };
    };
    "McpServers.list": {
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
                    "application/json": {
                        servers: components["schemas"]["McpServer"][];
                    };
                };
            };
        };
    };
    "McpServers.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    command?: string;
                    env?: {
                        [key: string]: string;
                    };
                    /** @default Authorization */
                    header?: string;
                    name: string;
                    secret?: string;
                    /** Format: uri */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServer"];
                };
            };
        };
    };
    "McpServers.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "McpServers.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["McpServer"];
                };
            };
        };
    };
    "McpServers.choose": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    on?: {
                        fingerprint: string;
                        name: string;
                    }[];
                    tools?: {
                        fingerprint: string;
                        name: string;
                        on: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServer"];
                };
            };
        };
    };
    "MediaModels.all": {
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
                    "application/json": {
                        models: components["schemas"]["MediaModel"][];
                    };
                };
            };
        };
    };
    "MediaModels.connect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task: "image" | "video" | "transcription";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key?: string;
                    base_url?: string | null;
                    model: string;
                    price?: number | null;
                    provider_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaModel"];
                };
            };
        };
    };
    "MediaModels.disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task: "image" | "video" | "transcription";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "MediaModels.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task: "image" | "video" | "transcription";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key?: string;
                    base_url?: string | null;
                    model: string;
                    price?: number | null;
                    provider_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaTest"];
                };
            };
        };
    };
    "Memory.read": {
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
                    "application/json": components["schemas"]["Memory"];
                };
            };
        };
    };
    "Memory.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    after: string | null;
                    before: string | null;
                    file_path: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Memory.keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    file_path: string;
                    hash: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Memory.skills": {
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
                    "application/json": {
                        skills: components["schemas"]["ListedSkill"][];
                    };
                };
            };
        };
    };
    "Models.available": {
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
                    "application/json": components["schemas"]["ModelEntry"][];
                };
            };
        };
    };
    "Models.preference": {
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
                    "application/json": components["schemas"]["Preference"];
                };
            };
        };
    };
    "Models.setPreference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reasoning?: {
                        /** @constant */
                        kind: "level";
                        /** @enum {string} */
                        level: "none" | "minimal" | "low" | "medium" | "high" | "xhigh";
                    } | {
                        /** @constant */
                        kind: "budget_tokens";
                        tokens: number;
                    };
                    value?: string | null;
                    /** @enum {string} */
                    verbosity?: "low" | "medium" | "high";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preference"];
                };
            };
        };
    };
    "Models.list": {
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
                    "application/json": {
                        providers: components["schemas"]["Provider"][];
                    };
                };
            };
        };
    };
    "Models.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key?: string;
                    base_url?: string | null;
                    /** @enum {string} */
                    kind: "openai" | "anthropic" | "google" | "xai" | "openai-compatible" | "ollama";
                    label?: string;
                    models?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
        };
    };
    "Models.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Models.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key?: string;
                    base_url?: string | null;
                    enabled?: boolean;
                    label?: string;
                    limits?: {
                        context_window: number | null;
                        model: string;
                        patience_seconds: number | null;
                        price?: {
                            input: number;
                            output: number;
                        } | null;
                        sees?: boolean | null;
                    }[];
                    models?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
        };
    };
    "ProviderShares.share": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    models: string[] | null;
                    people: string[] | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderShare"];
                };
            };
        };
    };
    "ProviderShares.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Models.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key?: string;
                    base_url?: string | null;
                    /** Format: uuid */
                    id?: string;
                    /** @enum {string} */
                    kind: "openai" | "anthropic" | "google" | "xai" | "openai-compatible" | "ollama";
                    model?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProbeResult"];
                };
            };
        };
    };
    "ProviderShares.list": {
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
                    "application/json": {
                        shares: components["schemas"]["ProviderShare"][];
                    };
                };
            };
        };
    };
    "OAuth.list": {
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
                    "application/json": {
                        programs: components["schemas"]["ConnectedProgram"][];
                    };
                };
            };
        };
    };
    "OAuth.disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "OAuth.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        client_id: string;
                        client_id_issued_at: number;
                        client_name: string;
                        grant_types: string[];
                        redirect_uris: string[];
                        response_types: string[];
                        scope?: string;
                        /** @constant */
                        token_endpoint_auth_method: "none";
                    };
                };
            };
        };
    };
    "OAuth.look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    query: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        audience: "mcp" | "api";
                        id: string;
                        program: components["schemas"]["OAuthCaller"];
                        scopes: ("files:read" | "files:write" | "chats:read" | "chats:write" | "personas:read" | "personas:write" | "computer:read" | "computer:write" | "account:read" | "account:write")[];
                        /** @constant */
                        to: "ask";
                    } | {
                        back: string;
                        program: components["schemas"]["OAuthCaller"];
                        reason: string;
                        /** @constant */
                        to: "refuse";
                    };
                };
            };
        };
    };
    "OAuth.decide": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    decision: "allow";
                    scopes: ("files:read" | "files:write" | "chats:read" | "chats:write" | "personas:read" | "personas:write" | "computer:read" | "computer:write" | "account:read" | "account:write")[];
                } | {
                    /** @constant */
                    decision: "cancel";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        back: string;
                    };
                };
            };
        };
    };
    "OAuth.revoke": {
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
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "OAuth.token": {
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
                    "application/json": {
                        access_token: string;
                        expires_in: number;
                        refresh_token: string;
                        scope: string;
                        /** @constant */
                        token_type: "Bearer";
                    };
                };
            };
        };
    };
    "Users.recordOnboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    field: "has_updated_theme" | "has_created_note" | "has_created_page" | "has_saved_article" | "has_emailed_zo" | "has_texted_zo";
                    /** @constant */
                    op: "set";
                    value: boolean | number;
                } | {
                    /** @default 1 */
                    by?: number;
                    /** @enum {string} */
                    field: "has_updated_theme" | "has_created_note" | "has_created_page" | "has_saved_article" | "has_emailed_zo" | "has_texted_zo";
                    /** @constant */
                    op: "incr";
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Gateway.openapi": {
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
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    "Outbox.list": {
        parameters: {
            query?: {
                before?: string;
                channel?: "email" | "sms" | "push" | "telegram";
                held?: "true";
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
                    "application/json": components["schemas"]["OutboxMessages"];
                };
            };
        };
    };
    "Outbox.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["OutboxMessageDetail"];
                };
            };
        };
    };
    "Outbox.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Outbox.letIn": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    always?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxMessage"];
                };
            };
        };
    };
    "Outbox.raw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "message/rfc822": string;
                };
            };
        };
    };
    "Outbox.reply": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default sender
                     * @enum {string}
                     */
                    as?: "sender" | "stranger" | "forger";
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxMessage"];
                };
            };
        };
    };
    "Outbox.send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["OutboxMessage"];
                };
            };
        };
    };
    "Outbox.write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subject: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxMessage"];
                };
            };
        };
    };
    "Plans.list": {
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
                    "application/json": {
                        chosen: components["schemas"]["ChosenPlan"][];
                        standard: components["schemas"]["Plan"];
                    };
                };
            };
        };
    };
    "Plans.choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    person_id: string;
                    /** @enum {string} */
                    plan: "free" | "paid";
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "OpenFile.readFs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    after?: string;
                    /** @default w */
                    root?: ("w" | "s") | string;
                    /** @default [] */
                    slug?: string[];
                    /** @default true */
                    tables?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenFile"];
                };
            };
        };
    };
    "OpenFile.readZ": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    absolutePath: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenFile"];
                };
            };
        };
    };
    "Runs.decide": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "approve_chat" | "approve_always" | "deny";
                    reply?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        decision: "approve" | "approve_chat" | "approve_always" | "deny";
                    };
                };
            };
        };
    };
    "Runs.context": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["ContextReceipt"];
                };
            };
        };
    };
    "Runs.events": {
        parameters: {
            query?: {
                from?: number;
            };
            header?: never;
            path: {
                id: string;
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
                    "text/event-stream": components["schemas"]["RunEvents"];
                };
            };
        };
    };
    "Runs.picture": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                picture: string;
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
                    "image/jpeg": string;
                };
            };
        };
    };
    "Runs.redo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["Undone"];
                };
            };
        };
    };
    "Runs.stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: components["schemas"]["RunStatus"];
                    };
                };
            };
        };
    };
    "Runs.undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["Undone"];
                };
            };
        };
    };
    "Schedules.list": {
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
                    "application/json": components["schemas"]["Schedule"][];
                };
            };
        };
    };
    "Schedules.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default null */
                    budget?: number | null;
                    /** @default null */
                    file?: string | null;
                    /** @default 3600 */
                    grace_s?: number;
                    instruction: string;
                    /** @default null */
                    mail?: string | null;
                    /**
                     * @default once
                     * @enum {string}
                     */
                    misfire?: "once" | "skip" | "all";
                    /**
                     * @default skip
                     * @enum {string}
                     */
                    overlap?: "skip" | "queue" | "allow";
                    rrule?: string;
                    starts_at?: string;
                    title?: string;
                    /** @default false */
                    webhook?: boolean;
                    /** @default null */
                    zofile_id?: string | null;
                    zone: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "Schedules.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "Schedules.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    budget?: number | null;
                    file?: string | null;
                    grace_s?: number;
                    instruction?: string;
                    mail?: string | null;
                    /** @enum {string} */
                    misfire?: "once" | "skip" | "all";
                    /** @enum {string} */
                    overlap?: "skip" | "queue" | "allow";
                    rrule?: string | null;
                    starts_at?: string;
                    title?: string;
                    version?: number;
                    webhook?: boolean;
                    zofile_id?: string | null;
                    zone?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "Schedules.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ScheduleHook.renew": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hook"];
                };
            };
        };
    };
    "Schedules.pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "Schedules.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "Schedules.run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Occurrence"];
                };
            };
        };
    };
    "Schedules.calendar": {
        parameters: {
            query: {
                from: string;
                to: string;
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
                    "application/json": components["schemas"]["ScheduleCalendar"];
                };
            };
        };
    };
    "Schedules.history": {
        parameters: {
            query?: {
                before?: string;
                limit?: number;
                only?: "late" | "failed";
                schedule_id?: string;
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
                    "application/json": components["schemas"]["ScheduleHistory"];
                };
            };
        };
    };
    "Schedules.preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rrule: string;
                    starts_at?: string;
                    zone: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePreview"];
                };
            };
        };
    };
    "Schedules.setZone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    zone: string;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Users.changeSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    favourites?: {
                        isDirectory: boolean;
                        path: string[];
                        /** @enum {string} */
                        root: "w" | "s";
                    }[];
                    layout?: {
                        focused: number;
                        panes: {
                            active: number;
                            tabs: {
                                path: string[];
                                /** @enum {string} */
                                root: "w" | "s";
                            }[];
                        }[];
                    } | null;
                    listing_columns?: ("modified" | "size" | "kind" | "created")[];
                    /** @enum {string} */
                    note_view?: "rich" | "raw";
                    show_dotfiles?: boolean;
                };
            };
        };
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
        };
    };
    "Users.saveTheme": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default null */
                    custom?: {
                        dark?: {
                            accent: number;
                            chroma: number;
                            depth?: number;
                            hue: number;
                            tint: number;
                        };
                        light?: {
                            accent: number;
                            chroma: number;
                            depth?: number;
                            hue: number;
                            tint: number;
                        };
                    } | null;
                    /** @enum {string} */
                    mode: "light" | "dark" | "system";
                    preset: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        theme: components["schemas"]["Theme"];
                    };
                };
            };
        };
    };
    "SharedChats.open": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
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
                    "application/json": components["schemas"]["SharedChat"];
                };
            };
        };
    };
    "System.stats": {
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
                    "application/json": components["schemas"]["Stats"];
                };
            };
        };
    };
    "Terminals.list": {
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
                    "application/json": {
                        terminals: components["schemas"]["Terminal"][];
                    };
                };
            };
        };
    };
    "Terminals.open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 80 */
                    cols?: number;
                    cwd?: string;
                    /** Format: uuid */
                    machine_id?: string;
                    /** @default 24 */
                    rows?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Terminal"];
                };
            };
        };
    };
    "Terminals.close": {
        parameters: {
            query?: {
                machine?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Terminals.rename": {
        parameters: {
            query?: {
                machine?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Terminal"];
                };
            };
        };
    };
    "ApiTokens.list": {
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
                    "application/json": {
                        tokens: components["schemas"]["ApiToken"][];
                    };
                };
            };
        };
    };
    "ApiTokens.make": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    days: number;
                    name: string;
                    /** @default 120 */
                    per_minute?: number;
                    scopes: ("files:read" | "files:write" | "chats:read" | "chats:write" | "personas:read" | "personas:write" | "computer:read" | "computer:write" | "account:read" | "account:write")[];
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        token: components["schemas"]["ApiToken"];
                    };
                };
            };
        };
    };
    "ApiTokens.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Nonces.issue": {
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
                    "application/json": {
                        edge_host: string;
                        token: string;
                    };
                };
            };
        };
    };
    "Tools.list": {
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
                    "application/json": {
                        tools: components["schemas"]["ListedTool"][];
                    };
                };
            };
        };
    };
    "Transcribe.transcribe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "audio" | "video";
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
                    "text/event-stream": components["schemas"]["TranscribeEvents"];
                };
            };
        };
    };
    "Transcribe.dictate": {
        parameters: {
            query: {
                seconds: number;
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
                    "application/json": components["schemas"]["Dictated"];
                };
            };
        };
    };
    "TrustModes.list": {
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
                    "application/json": components["schemas"]["TrustModes"];
                };
            };
        };
    };
    "TrustModes.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    denied_skills?: string[];
                    denied_tools?: string[];
                    memory?: boolean;
                    /** @enum {string} */
                    mode?: "ask_more" | "balanced" | "let_it_work";
                    skills?: {
                        [key: string]: boolean;
                    };
                    tools?: {
                        [key: string]: boolean;
                    };
                    zofile_id: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "WebSearch.find": {
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
                    "application/json": {
                        connection: components["schemas"]["SearchConnection"] | null;
                    };
                };
            };
        };
    };
    "WebSearch.connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key?: string;
                    base_url?: string | null;
                    /** @enum {string} */
                    kind: "searxng" | "brave" | "tavily" | "exa";
                    price?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchConnection"];
                };
            };
        };
    };
    "WebSearch.disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "WebSearch.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key?: string;
                    base_url?: string | null;
                    /** @enum {string} */
                    kind: "searxng" | "brave" | "tavily" | "exa";
                    price?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchTest"];
                };
            };
        };
    };
    "Zofiles.list": {
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
                    "application/json": components["schemas"]["Zofile"][];
                };
            };
        };
    };
    "Zofiles.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default null */
                    image?: string | null;
                    name: string;
                    /** @default  */
                    prompt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Zofile"];
                };
            };
        };
    };
    "Zofiles.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    image?: string | null;
                    name?: string;
                    prompt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Zofile"];
                };
            };
        };
    };
    "Zofiles.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Active.get": {
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
                    "application/json": components["schemas"]["ActiveZofiles"];
                };
            };
        };
    };
    "Active.clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default main
                     * @enum {string}
                     */
                    conversation_type?: "main" | "greeting" | "sms" | "email" | "schedule";
                    event_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveZofiles"];
                };
            };
        };
    };
    "Active.setMain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["ActiveZofiles"];
                };
            };
        };
    };
    "Active.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string | "null";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    conversation_type: "main" | "greeting" | "sms" | "email" | "schedule";
                    event_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveZofiles"];
                };
            };
        };
    };
    "Routines.list": {
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
                    "application/json": components["schemas"]["Routine"][];
                };
            };
        };
    };
    "Routines.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    file_path: string;
                    inputs?: {
                        /** @default  */
                        description?: string;
                        name: string;
                    }[];
                    instruction?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Routine"];
                };
            };
        };
    };
    "Routines.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["Routine"];
                };
            };
        };
    };
    "Routines.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    file_path?: string;
                    inputs?: {
                        /** @default  */
                        description?: string;
                        name: string;
                    }[];
                    instruction?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Routine"];
                };
            };
        };
    };
    "Routines.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Routines.arm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    hash: string;
                    /** @default {} */
                    inputs?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Routine"];
                };
            };
        };
    };
    "Routines.disarm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["Routine"];
                };
            };
        };
    };
    "RoutineRuns.conversations": {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                    };
                };
            };
        };
    };
    "RoutineRuns.execute": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default {} */
                    inputs?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sent"];
                };
            };
        };
    };
    "RoutineRuns.rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                run: string;
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
                    "application/json": components["schemas"]["Rehearsal"];
                };
            };
        };
    };
    "RoutineRuns.rehearse": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default {} */
                    inputs?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sent"];
                };
            };
        };
    };
}
